import { createFileRoute } from '@tanstack/react-router'
import { MemberOverview } from '../../../../member-overview.tsx'
import { memberPage } from '../../../../member-page.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/center/_shell/account/overview')({
  ...memberPage('account/overview', 'pagesTitle_overview'),
  ...pending,
  component: Overview,
})

function Overview() {
  return <MemberOverview area="center" person={Route.useRouteContext().boot.person} />
}
