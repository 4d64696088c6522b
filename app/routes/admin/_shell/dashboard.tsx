import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import { summaryQuery } from '#src/features/dashboard/dashboard.queries.ts'
import { LoadProvince } from '#src/features/org/load-province.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { shellMenus } from '#src/layout/menu/menu-routes.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard, optional, pageExists } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/dashboard')({
  staticData: { title: 'pagesTitle_dashboard', node: 'dashboard', addTab: true },
  beforeLoad: nodeGuard('dashboard'),
  // The first paint has the figures if the server gets them in time. In the browser, the page does not wait for them.
  loader: ({ context: { queryClient } }) =>
    typeof window === 'undefined' && queryClient.getQueryData(siteQuery.queryKey)?.backend !== 'pig'
      ? optional(queryClient, summaryQuery.queryKey, queryClient.ensureQueryData(summaryQuery))
      : undefined,
  ...pending,
  component: Dashboard,
})

function Dashboard() {
  const { boot, routeAt } = useTabPage(Route).context
  const { data: site } = useSuspenseQuery(siteQuery)
  const menus = useMemo(() => shellMenus(boot.menus, 'admin', (path) => pageExists({ routeAt }, path)), [boot, routeAt])
  return (
    <DashboardPage
      menus={menus}
      counts={site.backend !== 'pig'}
      loadDemo={<LoadProvince size="sm" label={m.dashboard_loadDemo()} />}
      person={boot.person}
      timeZone={site.timeZone}
    />
  )
}
