import type { ComponentProps, MouseEvent } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import { PathLink } from '../path-link.tsx'
import { useGo } from '../use-go.ts'
import { linkTarget } from './link-target.ts'
import type { ShellMenu } from './shell-menu.ts'

type MenuAnchorProps = Omit<ComponentProps<'a'>, 'href'> & {
  menu: ShellMenu
  /** Whether the entry's page is the current page. */
  active: boolean
  /** The target path, if it differs from the entry's own path. */
  path?: string
  onChoose?(): void
}

/** The link of a menu entry, to a page of this site or to a new window. Without a target it shows an error message. */
export function MenuAnchor({ menu, active, path = menu.path, onChoose, ...rest }: MenuAnchorProps) {
  const go = useGo()
  const choose = (act: (href: string) => unknown) => (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    // With a modifier key the browser opens the link in another browser tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onChoose?.()
    act(event.currentTarget.getAttribute('href') ?? path)
  }
  const href = menu.kind === 'link' ? linkTarget(menu.path) : undefined
  if (href !== undefined) {
    return (
      <a
        {...rest}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          rest.onClick?.(event)
          onChoose?.()
        }}
      >
        {rest.children}
        <span className="sr-only">{m.shell_newWindow()}</span>
      </a>
    )
  }
  if (path === '' || menu.kind === 'link') {
    const say = {
      dir: m.navigation_noPage,
      link: m.navigation_badLink,
      missing: m.navigation_invalidRoute,
      unknown: m.navigation_unknownType,
    }
    const kind = menu.kind === 'tab' || menu.kind === 'iframe' ? 'unknown' : menu.kind
    return (
      // biome-ignore lint/a11y/useValidAnchor: the entry stands among links, but its own target is missing
      <a {...rest} href="#main" onClick={choose(() => toaster.error(say[kind]()))}>
        {rest.children}
      </a>
    )
  }
  return <PathLink {...rest} path={path} aria-current={active ? 'page' : undefined} onClick={choose(go)} />
}
