import { Expand, PanelTopClose, RotateCw, SquareX, X } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ContextMenu } from '#src/ui/context-menu.tsx'
import { MenuItemPart } from '#src/ui/menu-parts.tsx'

/** A tab that its menu was asked for, where, and what has the focus again afterwards. */
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
  /** The page of the tab is on screen. */
  active: boolean
  /** There is no other tab. */
  single: boolean
  onLeave(): void
}

/** What can be done with a tab. */
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
