import { Link } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Avatar } from '#src/ui/avatar.tsx'
import { MenuLink, MenuSeparator } from '#src/ui/menu.tsx'
import { AccountMenu, type ShellPerson } from './account-menu.tsx'
import { GenderIcon } from './gender-icon.tsx'
import { MemberMenu } from './member-menu.tsx'
import type { ShellMenu } from './shell-menu.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { SiteNav } from './site-nav.tsx'
import { SkipLink } from './skip-link.tsx'

type MemberShellProps = {
  menus: ShellMenu[]
  person: ShellPerson & { gender?: number }
  siteName: string
  headNav?: readonly SiteNav[]
  recordNumber?: string
  currentPath: string
  onSignOut(): Promise<void>
  children: ReactNode
}

/** The member center around a page: the site's header, and an aside with the member and the menu. */
export function MemberShell({
  menus,
  person,
  siteName,
  headNav = [],
  recordNumber,
  currentPath,
  ...rest
}: MemberShellProps) {
  const { onSignOut, children } = rest
  const account = (
    <AccountMenu person={person} onSignOut={onSignOut}>
      <MenuLink value="center">
        <Link to="/user" activeOptions={{ exact: true }}>
          <LayoutDashboard aria-hidden size={15} className="text-muted" />
          {m.shell_memberCenter()}
        </Link>
      </MenuLink>
      <MenuSeparator />
    </AccountMenu>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader
        siteName={siteName}
        headNav={headNav}
        account={account}
        drawer={
          <div className="border-t border-line">
            <MemberMenu menus={menus} currentPath={currentPath} />
          </div>
        }
      />
      <div className="mx-auto flex w-full max-w-6xl flex-1 items-start gap-4 p-3 sm:p-4">
        <aside className="no-print sticky top-[calc(var(--header-height)+1rem)] w-60 shrink-0 rounded-xl border border-line bg-menu max-desk:hidden">
          <MemberCard person={person} />
          <MemberMenu menus={menus} currentPath={currentPath} />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <SiteFooter siteName={siteName} recordNumber={recordNumber} />
    </div>
  )
}

function MemberCard({ person }: { person: MemberShellProps['person'] }) {
  const name = person.nickname || person.username
  return (
    <div className="flex items-center gap-3 border-b border-line p-4">
      <span className="relative">
        <Avatar src={person.avatar} name={name} size={44} />
        <span className="absolute -right-1 -bottom-1 rounded-full bg-menu p-0.5">
          <GenderIcon gender={person.gender} />
        </span>
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-muted">{person.username}</span>
      </span>
    </div>
  )
}
