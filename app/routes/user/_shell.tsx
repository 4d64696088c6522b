import { createFileRoute } from '@tanstack/react-router'
import { memberGuard } from '../../guards.ts'
import { MemberFrame } from '../../member-frame.tsx'

export const Route = createFileRoute('/user/_shell')({ beforeLoad: memberGuard, component: Shell })

function Shell() {
  const context = Route.useRouteContext()
  return <MemberFrame area="user" context={context} />
}
