import { createFileRoute } from '@tanstack/react-router'
import { RolePage } from '#src/features/roles/role.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user-role/role')({
  ...listRoute('role'),
  component: () => <RolePage {...useListTab(Route)} />,
})
