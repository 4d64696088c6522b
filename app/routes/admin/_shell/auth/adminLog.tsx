import { createFileRoute } from '@tanstack/react-router'
import { AdminLogPage } from '#src/features/admin-log/admin-log.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/auth/adminLog')({
  ...listRoute('admin-log'),
  component: () => <AdminLogPage {...useListTab(Route)} />,
})
