import { Link } from '@tanstack/react-router'
import { LayoutDashboard, PanelsTopLeft, Proportions } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuLink, MenuSeparator } from '#src/ui/menu.tsx'
import { AccountMenu, type ShellPerson } from '../account-menu.tsx'
import { MenuAnchor } from '../menu/menu-anchor.tsx'
import { MenuIcon } from '../menu/menu-icon.tsx'
import type { ShellMenu } from '../menu/shell-menu.ts'
import { PathLink } from '../path-link.tsx'

type MemberAccountProps = {
  person: ShellPerson
  navUserMenus: readonly ShellMenu[]
  /** In the member center: the other view of this page. Outside of it the menu links to the member center instead. */
  other?: { path: string; wide: boolean }
  onSignOut(): Promise<void>
}

/** The account menu of a signed-in member: links to pages, and the sign-out entry. */
export function MemberAccount({ person, navUserMenus, other, onSignOut }: MemberAccountProps) {
  return (
    <AccountMenu person={person} onSignOut={onSignOut}>
      {!other && (
        <MenuLink value="center">
          <Link to="/user" activeOptions={{ exact: true }}>
            <LayoutDashboard aria-hidden size={15} className="text-muted" />
            {m.shell_memberCenter()}
          </Link>
        </MenuLink>
      )}
      {navUserMenus.map((menu) => (
        <MenuLink key={menu.id} value={`menu-${menu.id}`}>
          <MenuAnchor menu={menu} active={false}>
            <MenuIcon icon={menu.iconSvg} />
            {menu.title}
          </MenuAnchor>
        </MenuLink>
      ))}
      {other && (
        <MenuLink value="view">
          <PathLink path={other.path}>
            {other.wide ? (
              <Proportions aria-hidden size={15} className="text-muted" />
            ) : (
              <PanelsTopLeft aria-hidden size={15} className="text-muted" />
            )}
            {other.wide ? m.member_wideView() : m.member_usualView()}
          </PathLink>
        </MenuLink>
      )}
      <MenuSeparator />
    </AccountMenu>
  )
}
