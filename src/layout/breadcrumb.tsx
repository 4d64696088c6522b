import { ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { ShellMenu } from './menu/shell-menu.ts'

/** The menu entries from the first level down to the current page. Renders nothing for an empty trail. */
export function Breadcrumb({ trail, className }: { trail: readonly ShellMenu[]; className?: string }) {
  if (trail.length === 0) return null
  return (
    <nav aria-label={m.shell_breadcrumb()} className={cx('min-w-0', className)}>
      <ol className="flex min-w-0 items-center gap-1">
        {trail.map((menu, index) => {
          const last = index === trail.length - 1
          return (
            <li key={menu.id} className={cx('flex min-w-0 items-center gap-1', !last && 'text-muted')}>
              {index > 0 && <ChevronRight aria-hidden size={13} className="shrink-0 text-subtle" />}
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
