import { createFileRoute } from '@tanstack/react-router'
import { memberGuard } from '../../guards.ts'
import { MemberFrame } from '../../member-frame.tsx'

export const Route = createFileRoute('/center/_shell')({ beforeLoad: memberGuard, component: Shell })

function Shell() {
  const context = Route.useRouteContext()
  return <MemberFrame area="center" context={context} />
}
