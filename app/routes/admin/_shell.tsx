import { createFileRoute } from '@tanstack/react-router'
import { defaultIconQuery } from '#src/layout/icon.queries.ts'
import { AdminFrame } from '../../admin-frame.tsx'
import { adminGuard } from '../../guards.ts'
import { requestLayout } from '../../request-preferences.ts'

export const Route = createFileRoute('/admin/_shell')({
  beforeLoad: adminGuard,
  loader: ({ context }) => context.queryClient.ensureQueryData(defaultIconQuery(requestLayout().menuDefaultIcon)),
  component: () => <AdminFrame context={Route.useRouteContext()} />,
})
