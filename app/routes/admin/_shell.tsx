import { createFileRoute } from '@tanstack/react-router'
import { defaultIconQuery } from '#src/layout/default-icon.tsx'
import { AdminFrame } from '../../admin-frame.tsx'
import { adminGuard } from '../../guards.ts'
import { requestLayout } from '../../request-preferences.ts'

export const Route = createFileRoute('/admin/_shell')({
  beforeLoad: adminGuard,
  loader: async ({ context }) => {
    const { enabled, ...query } = defaultIconQuery(requestLayout().menuDefaultIcon)
    if (enabled) await context.queryClient.ensureQueryData(query)
  },
  component: () => <AdminFrame context={Route.useRouteContext()} />,
})
