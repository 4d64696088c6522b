import { createFileRoute } from '@tanstack/react-router'
import { MemberSecurity } from '../../../../member-account.tsx'

export const Route = createFileRoute('/user/_shell/account/security')({
  staticData: { title: 'pagesTitle_security', node: 'account/security' },
  component: Security,
})

function Security() {
  return <MemberSecurity />
}
