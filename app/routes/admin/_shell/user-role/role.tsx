import { createFileRoute } from '@tanstack/react-router'
import { RolePage } from '#src/features/roles/role.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user-role/role')({
  ...listRoute('role'),
  loader: firstRows('role'),
  component: () => <RolePage {...useListTab(Route)} />,
})
