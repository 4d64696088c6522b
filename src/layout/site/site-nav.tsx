import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { PathLink } from '../path-link.tsx'

/** An entry of the public site's navigation. */
export type SiteNav = { title: string; path: string }

type SiteNavLinksProps = { headNav: readonly SiteNav[]; vertical?: boolean; onChoose?(): void }

/** The links of the public site: home, and the entries from the site's settings. */
export function SiteNavLinks({ headNav, vertical = false, onChoose }: SiteNavLinksProps) {
  const link = cx(
    'flex items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink',
    'aria-[current=page]:font-medium aria-[current=page]:text-accent-ink',
    vertical ? 'h-10 px-3' : 'h-8 px-2.5',
  )
  return (
    <nav aria-label={m.shell_siteMenu()}>
      <ul className={cx('flex gap-0.5', vertical && 'flex-col px-3 py-2')}>
        <li>
          <Link to="/" onClick={onChoose} className={link}>
            {m.shell_home()}
          </Link>
        </li>
        {headNav.map((entry) => (
          <li key={entry.path}>
            <PathLink path={entry.path} onClick={onChoose} className={link}>
              {entry.title}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
