import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PermissionProvider } from '#src/crud/can.tsx'
import { KitContext } from '#src/crud/kit-context.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { AdminShell } from '#src/layout/admin-shell.tsx'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { shellMenus } from '#src/layout/menu-routes.ts'
import { PaletteButton } from '#src/layout/palette/palette-button.tsx'
import { PaletteHost } from '#src/layout/palette/palette-host.tsx'
import { ShellTabs } from '#src/layout/tabs/shell-tabs.tsx'
import { TabPages } from '#src/layout/tabs/tab-pages.tsx'
import { TabsProvider } from '#src/layout/tabs/tabs-provider.tsx'
import { type adminGuard, pageExists } from './guards.ts'
import { requestCookies } from './request-cookies.ts'
import type { RouteContext } from './route-context.ts'
import { useClearCache } from './use-clear-cache.ts'
import { useAdminPresence } from './use-presence.ts'
import { useSignOut } from './use-sign-out.ts'

type Context = RouteContext & Awaited<ReturnType<typeof adminGuard>>

/** The back office's shell around its pages, and what they share. */
export function AdminFrame({ context: { boot, holder, routeAt } }: { context: Context }) {
  const { href } = useLocation()
  const { data: site } = useSuspenseQuery(siteQuery)
  const menus = useMemo(() => shellMenus(boot.menus, 'admin', (path) => pageExists({ routeAt }, path)), [boot, routeAt])
  const signOut = useSignOut('admin')
  const clearCache = useClearCache(holder)
  useAdminPresence(boot.person, site.timeZone)
  return (
    <PermissionProvider holder={holder}>
      <KitContext value={site}>
        <TabsProvider menus={menus} owner={boot.person.userId}>
          <AdminShell
            menus={menus}
            person={boot.person}
            siteName={site.siteName}
            timeZone={site.timeZone}
            currentPath={href}
            initialLayout={readLayoutCookies(requestCookies())}
            onSignOut={signOut}
            clearCache={clearCache}
            palette={<PaletteButton />}
            tabBar={<ShellTabs />}
          >
            <TabPages key={boot.person.userId} />
          </AdminShell>
          <PaletteHost
            menus={menus}
            userId={boot.person.userId}
            currentPath={href}
            onSignOut={signOut}
            clearCache={clearCache}
          />
        </TabsProvider>
      </KitContext>
    </PermissionProvider>
  )
}
