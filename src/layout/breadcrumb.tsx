import { ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { ShellMenu } from './shell-menu.ts'

/** Where the page stands in the menu; on small screens only its own name. */
export function Breadcrumb({ trail }: { trail: readonly ShellMenu[] }) {
  return (
    <nav aria-label={m.shell_breadcrumb()} className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1">
        {trail.map((menu, index) => {
          const last = index === trail.length - 1
          return (
            <li key={menu.id} className={cx('flex min-w-0 items-center gap-1', !last && 'text-muted max-sm:hidden')}>
              {index > 0 && <ChevronRight aria-hidden size={14} className="shrink-0 text-subtle max-sm:hidden" />}
              <span aria-current={last ? 'page' : undefined} className={cx('truncate', last && 'font-medium')}>
                {menu.title}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
