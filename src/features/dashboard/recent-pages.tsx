import { use } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuIcon } from '#src/layout/menu/menu-icon.tsx'
import { leavesOf, type ShellMenu } from '#src/layout/menu/shell-menu.ts'
import { recentPagesOf } from '#src/layout/palette/recent-pages.ts'
import { PathLink } from '#src/layout/path-link.tsx'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { MenusContext } from './menus-context.ts'
import { PanelEmpty } from './panel.tsx'

const none: string[] = []

/** The pages that the user has visited last in this browser, without this one. */
export function RecentPages({ userId }: { userId: number }) {
  const menus = use(MenusContext)
  const paths = useLocalStore(recentPagesOf(userId), none)
  const leaves = leavesOf(menus)
  const pages = paths
    .map((path) => leaves.find((menu) => menu.path === path))
    .filter((menu): menu is ShellMenu => menu !== undefined && menu.path !== '/admin/dashboard')
  if (pages.length === 0) return <PanelEmpty>{m.dashboard_recentNone()}</PanelEmpty>
  return (
    <ul className="py-1">
      {pages.map(({ id, path, title, iconSvg }) => (
        <li key={id}>
          <PathLink path={path} className="flex min-h-8 items-center gap-2.5 px-4 text-sm hover:bg-hover">
            <MenuIcon icon={iconSvg} />
            <span className="truncate">{title}</span>
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
