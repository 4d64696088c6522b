import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '#src/crud/can.tsx'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import { organizations } from '#src/features/org/organization.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/dashboard')({
  staticData: { title: 'pagesTitle_dashboard', node: 'dashboard', addTab: true },
  beforeLoad: nodeGuard('dashboard'),
  component: Dashboard,
})

function Dashboard() {
  const { boot } = useTabPage(Route).context
  const { data: site } = useSuspenseQuery(siteQuery)
  const enabled = useCan()('baseInfo/organization/index')
  const { data } = useQuery({ ...organizations.list({ limit: '1' }), enabled })
  return <DashboardPage person={boot.person} timeZone={site.timeZone} organizations={data?.total ?? null} />
}
