import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { PermissionProvider } from '#src/crud/can.tsx'
import { KitContext } from '#src/crud/kit-context.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { AdminShell } from '#src/layout/admin-shell.tsx'
import { shellMenus } from '#src/layout/menu-routes.ts'
import { adminGuard, pageExists } from '../../guards.ts'
import { requestMenuCollapsed } from '../../request-preferences.ts'
import { useAdminPresence } from '../../use-presence.ts'
import { useSignOut } from '../../use-session.ts'

export const Route = createFileRoute('/admin/_shell')({ beforeLoad: adminGuard, component: Shell })

function Shell() {
  const context = Route.useRouteContext()
  const { pathname } = useLocation()
  const { data: site } = useSuspenseQuery(siteQuery)
  const menus = shellMenus(context.boot.menus, 'admin', (path) => pageExists(context, path))
  const signOut = useSignOut('admin')
  useAdminPresence(context.boot.person, site.timeZone)
  return (
    <PermissionProvider holder={context.holder}>
      <KitContext value={site}>
        <AdminShell
          menus={menus}
          person={context.boot.person}
          siteName={site.siteName}
          currentPath={pathname}
          onSignOut={signOut}
          initialCollapsed={requestMenuCollapsed()}
        >
          <Outlet />
        </AdminShell>
      </KitContext>
    </PermissionProvider>
  )
}
