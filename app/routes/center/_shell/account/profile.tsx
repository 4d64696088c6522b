import { createFileRoute } from '@tanstack/react-router'
import { MemberProfile } from '../../../../member-account.tsx'
import { memberPage } from '../../../../member-page.ts'

export const Route = createFileRoute('/center/_shell/account/profile')({
  ...memberPage('account/profile', 'pagesTitle_profile'),
  component: Profile,
})

function Profile() {
  return <MemberProfile person={Route.useRouteContext().boot.person} />
}
