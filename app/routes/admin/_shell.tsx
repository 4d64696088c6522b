import { createFileRoute } from '@tanstack/react-router'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { defaultIconQuery } from '#src/layout/icons/default-icon.tsx'
import { AdminFrame } from '../../admin-frame.tsx'
import { firstTabs } from '../../first-tabs.ts'
import { adminGuard } from '../../guards.ts'
import { requestCookies } from '../../request-cookies.ts'

export const Route = createFileRoute('/admin/_shell')({
  beforeLoad: adminGuard,
  loader: async ({ context }) => {
    const { enabled, ...query } = defaultIconQuery(readLayoutCookies(requestCookies()).menuDefaultIcon)
    if (enabled) await context.queryClient.ensureQueryData(query)
    return { tabs: firstTabs(context.boot.person.userId) }
  },
  component: Frame,
})

function Frame() {
  const context = Route.useRouteContext()
  const { tabs } = Route.useLoaderData()
  return <AdminFrame context={context} tabs={tabs} />
}
