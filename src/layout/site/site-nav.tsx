import { Link } from '@tanstack/react-router'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { SiteNav } from '#src/lib/site-nav.ts'
import { PathLink } from '../path-link.tsx'

type SiteNavLinksProps = { headNav: readonly SiteNav[]; vertical?: boolean; onChoose?(): void }

const linkClass = cx(
  'flex items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink',
  'aria-[current=page]:font-medium aria-[current=page]:text-accent-ink',
)

/** The links of the public site: home, the entries from the site's settings, and those of rules. */
export function SiteNavLinks({ headNav, vertical = false, onChoose }: SiteNavLinksProps) {
  const link = cx(linkClass, vertical ? 'min-h-10 px-3' : 'h-8 px-2.5')
  const Branch = vertical ? OpenBranch : ClosedBranch
  return (
    <nav aria-label={m.shell_siteMenu()}>
      <ul className={cx('flex gap-0.5', vertical && 'flex-col px-3 py-2')}>
        <li>
          <Link to="/" onClick={onChoose} className={link}>
            {m.shell_home()}
          </Link>
        </li>
        {headNav.map((entry) => (
          <li key={entry.id ?? entry.path}>
            {entry.children ? (
              <Branch entry={entry} className={link} onChoose={onChoose} />
            ) : (
              <PathLink path={entry.path} onClick={onChoose} className={link}>
                {entry.title}
              </PathLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type BranchProps = { entry: SiteNav; className: string; onChoose: (() => void) | undefined }

/** In the drawer: the entries below their heading, which leads somewhere only when it has a path. */
function OpenBranch({ entry, className, onChoose }: BranchProps) {
  const { title, path } = entry
  return (
    <>
      {path === '' ? (
        <p className="flex min-h-10 items-center px-3 text-sm text-subtle">{title}</p>
      ) : (
        <PathLink path={path} onClick={onChoose} className={className}>
          {title}
        </PathLink>
      )}
      <Entries entries={entry.children} className={className} listClassName="pl-3" onChoose={onChoose} />
    </>
  )
}

/** In the bar: a button that opens the entries below it. It works before hydration and without scripts. */
function ClosedBranch({ entry, className, onChoose }: BranchProps) {
  const { title, path, children = [] } = entry
  const entries = path === '' ? children : [{ title, path }, ...children]
  const leave = (event: FocusEvent<HTMLDetailsElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false
  }
  const closeByEsc = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape' || !event.currentTarget.open) return
    event.currentTarget.open = false
    event.currentTarget.querySelector('summary')?.focus()
  }
  const choose = (event: MouseEvent<HTMLDetailsElement>) => {
    if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.open = false
  }
  return (
    <details name="site-nav" onBlur={leave} onKeyDown={closeByEsc} onClick={choose} className="group relative">
      <summary
        className={cx(
          className,
          'cursor-pointer list-none gap-1 select-none after:border-x-4 after:border-t-4 after:border-x-transparent',
          'group-open:bg-hover group-open:text-ink [&::-webkit-details-marker]:hidden',
        )}
      >
        {title}
      </summary>
      <Entries
        entries={entries}
        className={cx(className, 'whitespace-nowrap')}
        listClassName="absolute left-0 top-full z-40 mt-1 min-w-full rounded-md border border-line bg-surface p-1 shadow-pop"
        onChoose={onChoose}
      />
    </details>
  )
}

type EntriesProps = {
  entries: readonly SiteNav[] | undefined
  className: string
  listClassName: string
  onChoose: (() => void) | undefined
}

function Entries({ entries = [], className, listClassName, onChoose }: EntriesProps) {
  return (
    <ul className={listClassName}>
      {entries.map(({ title, path }) => (
        <li key={path}>
          <PathLink path={path} onClick={onChoose} className={className}>
            {title}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
