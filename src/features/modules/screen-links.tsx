import { m } from '#src/i18n/paraglide/messages.js'
import { PathLink } from '#src/layout/path-link.tsx'
import { buttonClass } from '#src/ui/button.tsx'

type ScreenLinksProps = {
  /** `path` is null while the module is not installed. */
  screens: readonly { title: string; path: string | null }[]
  onLeave(): void
}

/** The screens and pages of a module, with links to those that are there. */
export function ScreenLinks({ screens, onLeave }: ScreenLinksProps) {
  if (screens.length === 0) return null
  return (
    <ul aria-label={m.store_screens()} className="flex flex-wrap gap-2">
      {screens.map(({ title, path }) => (
        <li key={`${title} ${path}`}>
          {path === null ? (
            <span className="rounded-md border border-line px-3 py-1 text-muted">{title}</span>
          ) : (
            <PathLink path={path.startsWith('/') ? path : `/admin/${path}`} onClick={onLeave} className={buttonClass()}>
              {title}
            </PathLink>
          )}
        </li>
      ))}
    </ul>
  )
}
