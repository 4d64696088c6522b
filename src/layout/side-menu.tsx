import { MenuEntry } from './menu-entry.tsx'
import { type ShellMenu, trailTo } from './shell-menu.ts'

type SideMenuProps = { menus: readonly ShellMenu[]; currentPath: string; label: string; onChoose?(): void }

/** The whole menu of a shell, directories folding. */
export function SideMenu({ menus, currentPath, label, onChoose }: SideMenuProps) {
  const trail = trailTo(menus, currentPath)
  return (
    <nav aria-label={label} className="px-3 py-2">
      <ul className="flex flex-col gap-0.5">
        {menus.map((menu) => (
          <MenuEntry key={menu.id} menu={menu} trail={trail} onChoose={onChoose} />
        ))}
      </ul>
    </nav>
  )
}
