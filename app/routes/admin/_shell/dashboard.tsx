import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import {
  changesNodes,
  changesQuery,
  jobsQuery,
  ownViewsQuery,
  summaryQuery,
} from '#src/features/dashboard/dashboard.queries.ts'
import { LoadProvince } from '#src/features/org/load-province.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { shellMenus } from '#src/layout/menu/menu-routes.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { can } from '#src/resource/registry.ts'
import { nodeGuard, optional, pageExists } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/dashboard')({
  staticData: { title: 'pagesTitle_dashboard', node: 'dashboard', addTab: true },
  beforeLoad: nodeGuard('dashboard'),
  // The first paint has what the server gets in time. In the browser, the page does not wait for it.
  loader: ({ context: { queryClient: client, holder } }) =>
    typeof window === 'undefined' && client.getQueryData(siteQuery.queryKey)?.backend !== 'pig'
      ? Promise.all([
          optional(client, summaryQuery),
          optional(client, jobsQuery),
          optional(client, ownViewsQuery),
          changesNodes.some((node) => can(holder, node)) && optional(client, changesQuery),
        ])
      : undefined,
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
