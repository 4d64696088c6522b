import { createFileRoute } from '@tanstack/react-router'
import { MemberPassword } from '../../../../member-account.tsx'

export const Route = createFileRoute('/user/_shell/account/changePassword')({
  staticData: { title: 'pagesTitle_changePassword', node: 'account/changePassword' },
  component: Password,
})

function Password() {
  return <MemberPassword person={Route.useRouteContext().boot.person} />
}
