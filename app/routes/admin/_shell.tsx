import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PermissionProvider } from '#src/crud/can.tsx'
import { KitContext } from '#src/crud/kit-context.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { AdminShell } from '#src/layout/admin-shell.tsx'
import { shellMenus } from '#src/layout/menu-routes.ts'
import { ShellTabs } from '#src/layout/tabs/shell-tabs.tsx'
import { TabPages } from '#src/layout/tabs/tab-pages.tsx'
import { TabsProvider } from '#src/layout/tabs/tabs-provider.tsx'
import { adminGuard, pageExists } from '../../guards.ts'
import { requestMenuCollapsed } from '../../request-preferences.ts'
import { useAdminPresence } from '../../use-presence.ts'
import { useSignOut } from '../../use-session.ts'

export const Route = createFileRoute('/admin/_shell')({ beforeLoad: adminGuard, component: Shell })

function Shell() {
  const { boot, holder, routeAt } = Route.useRouteContext()
  const { pathname } = useLocation()
  const { data: site } = useSuspenseQuery(siteQuery)
  const menus = useMemo(() => shellMenus(boot.menus, 'admin', (path) => pageExists({ routeAt }, path)), [boot, routeAt])
  const shell = { menus, person: boot.person, siteName: site.siteName, currentPath: pathname }
  const signOut = useSignOut('admin')
  useAdminPresence(boot.person, site.timeZone)
  return (
    <PermissionProvider holder={holder}>
      <KitContext value={site}>
        <TabsProvider menus={menus} owner={boot.person.userId}>
          <AdminShell {...shell} onSignOut={signOut} initialCollapsed={requestMenuCollapsed()} tabBar={<ShellTabs />}>
            <TabPages key={boot.person.userId} />
          </AdminShell>
        </TabsProvider>
      </KitContext>
    </PermissionProvider>
  )
}
