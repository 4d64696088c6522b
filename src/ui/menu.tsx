import { cloneElement, createContext, type ReactElement, type ReactNode, use, useState } from 'react'
import type {
  MenuContentProps,
  MenuItem as MenuItemPart,
  MenuLink as MenuLinkPart,
  MenuRadios as MenuRadiosPart,
} from './menu-parts.tsx'
import { type Parts, parts, useParts } from './use-parts.ts'

type MenuParts = typeof import('./menu-parts.tsx')

const menuParts: Parts<MenuParts> = parts(() => import('./menu-parts.tsx'))
const LoadedParts = createContext<MenuParts | undefined>(undefined)

type MenuProps = Omit<MenuContentProps, 'trigger' | 'defaultOpen'> & {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  /** Open from the start: for menus that are only made when somebody asks for them. */
  defaultOpen?: boolean
}

type TriggerProps = {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerEnter?(): void
  onFocus?(): void
  onClick?(): void
  onKeyDown?(event: { key: string; preventDefault(): void }): void
}

/** A menu that drops from a button. What it takes to drop is loaded when somebody comes near it. */
export function Menu({ trigger, defaultOpen = false, ...rest }: MenuProps) {
  const [wanted, setWanted] = useState(defaultOpen)
  const loaded = useParts(menuParts, wanted, () => setWanted(false))
  if (wanted && loaded) {
    return (
      <LoadedParts value={loaded}>
        <loaded.MenuContent {...rest} trigger={trigger} defaultOpen />
      </LoadedParts>
    )
  }
  const ahead = () => void menuParts.load().catch(() => undefined)
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick: () => setWanted(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setWanted(true)
    },
  })
}

/** Something to do. */
export function MenuItem(props: Parameters<typeof MenuItemPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuItem {...props} />
}

/** Somewhere to go: pass the link as the child. */
export function MenuLink(props: Parameters<typeof MenuLinkPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuLink {...props} />
}

/** One of several. */
export function MenuRadios(props: Parameters<typeof MenuRadiosPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuRadios {...props} />
}

/** A line of text that says what the menu is about. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-sm text-muted">{children}</div>
}

/** A line between groups. */
export function MenuSeparator() {
  return <hr className="my-1 border-line" />
}
