import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import { LoadProvince } from '#src/features/org/load-province.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { shellMenus } from '#src/layout/menu/menu-routes.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { firstPanels } from '../../../first-panels.ts'
import { nodeGuard, pageExists } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/dashboard')({
  staticData: { title: 'pagesTitle_dashboard', node: 'dashboard', addTab: true },
  beforeLoad: nodeGuard('dashboard'),
  loader: firstPanels,
  ...pending,
  component: Dashboard,
})

function Dashboard() {
  const { boot, routeAt } = useTabPage(Route).context
  const { backend, timeZone } = useSuspenseQuery(siteQuery).data
  const menus = useMemo(() => shellMenus(boot.menus, 'admin', (path) => pageExists({ routeAt }, path)), [boot, routeAt])
  return (
    <DashboardPage
      menus={menus}
      counts={backend !== 'pig'}
      loadDemo={<LoadProvince size="sm" label={m.dashboard_loadDemo()} />}
      person={boot.person}
      timeZone={timeZone}
    />
  )
}
