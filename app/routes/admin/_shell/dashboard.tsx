import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import { organizations } from '#src/features/org/organization.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useCan } from '#src/layout/can.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { can } from '#src/resource/registry.ts'
import { nodeGuard, optional } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

const NODE = 'baseInfo/organization/index'
const counted = organizations.total({})

export const Route = createFileRoute('/admin/_shell/dashboard')({
  staticData: { title: 'pagesTitle_dashboard', node: 'dashboard', addTab: true },
  beforeLoad: nodeGuard('dashboard'),
  // The first paint has the number if the server gets it in time. In the browser, the page does not wait for it.
  loader: ({ context: { queryClient, holder } }) =>
    typeof window === 'undefined' && can(holder, NODE)
      ? optional(queryClient, counted.queryKey, queryClient.ensureQueryData(counted))
      : undefined,
  ...pending,
  component: Dashboard,
})

function Dashboard() {
  const { boot } = useTabPage(Route).context
  const { data: site } = useSuspenseQuery(siteQuery)
  const enabled = useCan()(NODE)
  const { data } = useQuery({ ...counted, enabled })
  return <DashboardPage person={boot.person} timeZone={site.timeZone} organizations={data?.total ?? null} />
}
