import { createFileRoute } from '@tanstack/react-router'
import { MemberPassword } from '../../../../member-account.tsx'
import { memberPage } from '../../../../member-page.ts'

export const Route = createFileRoute('/center/_shell/account/changePassword')({
  ...memberPage('account/changePassword', 'pagesTitle_changePassword'),
  component: Password,
})

function Password() {
  return <MemberPassword person={Route.useRouteContext().boot.person} />
}
