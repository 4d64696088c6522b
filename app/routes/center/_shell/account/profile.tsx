import { createFileRoute } from '@tanstack/react-router'
import { MemberProfile } from '../../../../member-account.tsx'

export const Route = createFileRoute('/center/_shell/account/profile')({
  staticData: { title: 'pagesTitle_profile', node: 'account/profile' },
  component: Profile,
})

function Profile() {
  return <MemberProfile person={Route.useRouteContext().boot.person} />
}
