import { Expand, PanelTopClose, RotateCw, SquareX, X } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ContextMenu } from '#src/ui/context-menu.tsx'
import { MenuItemPart } from '#src/ui/menu-parts.tsx'

/** The tab of an open menu, the menu's position, and the element that gets the focus back. */
export type MenuPlace = { path: string; at: { x: number; y: number }; opener: HTMLElement }

export type TabMenuActions = {
  onReload(path: string): void
  onClose(path: string): void
  onFullScreen(path: string): void
  onCloseOthers(path: string): void
  onCloseAll(): void
}

type TabMenuProps = TabMenuActions & {
  place: MenuPlace
  /** The page of the tab is on the screen. */
  active: boolean
  /** The tab is the only one. */
  single: boolean
  onLeave(): void
}

/** The context menu of a tab. */
export function TabMenu({ place: { path, at }, active, single, onLeave, ...on }: TabMenuProps) {
  return (
    <ContextMenu label={m.tabs_actions()} at={at} onClose={onLeave}>
      <MenuItemPart value="reload" icon={<RotateCw size={15} />} disabled={!active} onSelect={() => on.onReload(path)}>
        {m.tabs_reload()}
      </MenuItemPart>
      <MenuItemPart value="close" icon={<X size={15} />} onSelect={() => on.onClose(path)}>
        {m.tabs_close()}
      </MenuItemPart>
      <MenuItemPart value="fullScreen" icon={<Expand size={15} />} onSelect={() => on.onFullScreen(path)}>
        {m.tabs_fullScreen()}
      </MenuItemPart>
      <MenuItemPart
        value="closeOthers"
        icon={<PanelTopClose size={15} />}
        disabled={single}
        onSelect={() => on.onCloseOthers(path)}
      >
        {m.tabs_closeOthers()}
      </MenuItemPart>
      <MenuItemPart value="closeAll" icon={<SquareX size={15} />} disabled={single} onSelect={() => on.onCloseAll()}>
        {m.tabs_closeAll()}
      </MenuItemPart>
    </ContextMenu>
  )
}
