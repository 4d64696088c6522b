import { ExternalLink } from 'lucide-react'
import { MenuBranch, MenuLink } from '#src/ui/menu.tsx'
import { MenuAnchor } from './menu-anchor.tsx'
import { MenuIcon } from './menu-icon.tsx'
import type { ShellMenu } from './shell-menu.ts'

/** The children of a directory in a popup menu. Directories among them open submenus. */
export function MenuItems({ menus, trail }: { menus: readonly ShellMenu[]; trail: readonly ShellMenu[] }) {
  return menus.map((menu) => {
    const label = (
      <>
        <MenuIcon icon={menu.iconSvg} />
        <span className="min-w-0 flex-1">{menu.title}</span>
      </>
    )
    return menu.kind === 'dir' ? (
      <MenuBranch key={menu.id} label={label}>
        <MenuItems menus={menu.children} trail={trail} />
      </MenuBranch>
    ) : (
      <MenuLink key={menu.id} value={String(menu.id)}>
        <MenuAnchor menu={menu} active={trail.at(-1) === menu}>
          {label}
          {menu.kind === 'link' && <ExternalLink aria-hidden size={13} className="shrink-0 text-subtle" />}
        </MenuAnchor>
      </MenuLink>
    )
  })
}
