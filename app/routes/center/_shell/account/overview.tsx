import { createFileRoute } from '@tanstack/react-router'
import { MemberOverview } from '../../../../member-overview.tsx'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/center/_shell/account/overview')({
  staticData: { title: 'pagesTitle_overview', node: 'account/overview' },
  ...pending,
  component: Overview,
})

function Overview() {
  return <MemberOverview area="center" person={Route.useRouteContext().boot.person} />
}
