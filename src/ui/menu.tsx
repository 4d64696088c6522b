import {
  cloneElement,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react'
import { type LazyModule, lazyModule, useLazyModule } from './lazy.tsx'
import type { MenuBranchPart, MenuContentProps, MenuItemPart, MenuLinkPart, MenuRadiosPart } from './menu-parts.tsx'
import { type HoverProps, useHoverOpen } from './use-hover-open.ts'

type MenuParts = typeof import('./menu-parts.tsx')

const menuParts: LazyModule<MenuParts> = lazyModule(() => import('./menu-parts.tsx'), { warm: 'later' })
const LoadedParts = createContext<MenuParts | undefined>(undefined)

type MenuProps = Pick<MenuContentProps, 'children' | 'placement'> & {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  /** Open from the start: for a menu that is rendered only when the user opens it. */
  defaultOpen?: boolean
  /** Also opens when the mouse rests on the trigger. */
  hover?: boolean
}

type TriggerProps = HoverProps & {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onFocus?(): void
  onClick?(): void
  onKeyDown?(event: { key: string; defaultPrevented: boolean; preventDefault(): void }): void
}

/** A menu that opens from a button. Its code loads when the pointer or the focus reaches the button. */
export function Menu({ trigger, defaultOpen = false, hover = false, ...rest }: MenuProps) {
  const [wanted, setWanted] = useState(defaultOpen)
  const [open, setOpen] = useState(defaultOpen)
  const show = (next: boolean) => {
    setOpen(next)
    if (next) setWanted(true)
  }
  const loaded = useLazyModule(menuParts, wanted, () => {
    setWanted(false)
    setOpen(false)
  })
  const over = useHoverOpen(open, show, hover)
  const byKey = useRef(false)
  const pressed: HoverProps = {
    ...over.trigger,
    onClickCapture(event: MouseEvent) {
      byKey.current = event.detail === 0
      over.trigger.onClickCapture?.(event)
    },
  }
  if (wanted && loaded) {
    return (
      <LoadedParts value={loaded}>
        <loaded.MenuContent
          {...rest}
          trigger={trigger}
          open={open}
          byKey={byKey}
          over={{ ...over, trigger: pressed }}
          onOpenChange={setOpen}
        />
      </LoadedParts>
    )
  }
  const preload = () => void menuParts.load().catch(() => undefined)
  return cloneElement(trigger, {
    ...pressed,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: (event) => {
      preload()
      over.trigger.onPointerEnter?.(event)
    },
    onFocus: preload,
    onClick: () => show(true),
    onKeyDown: (event) => {
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      byKey.current = true
      show(true)
    },
  })
}

/** A menu item that runs an action. */
export function MenuItem(props: Parameters<typeof MenuItemPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuItemPart {...props} />
}

/** A menu item that is a link. Pass the link as the child. */
export function MenuLink(props: Parameters<typeof MenuLinkPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuLinkPart {...props} />
}

/** A menu item that opens a submenu beside it. */
export function MenuBranch(props: Parameters<typeof MenuBranchPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuBranchPart {...props} />
}

/** A group of menu items with one selected item. */
export function MenuRadios(props: Parameters<typeof MenuRadiosPart>[0]) {
  const loaded = use(LoadedParts)
  return loaded && <loaded.MenuRadiosPart {...props} />
}

/** A heading that names the subject of the menu. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-sm text-muted">{children}</div>
}

/** A separator line between groups of menu items. */
export function MenuSeparator() {
  return <hr className="my-1 border-line" />
}
