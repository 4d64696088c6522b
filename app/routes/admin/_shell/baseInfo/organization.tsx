import { createFileRoute } from '@tanstack/react-router'
import { OrganizationPage } from '#src/features/org/organization.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/organization')({
  ...listRoute('organization'),
  loader: firstRows('organization'),
  component: () => <OrganizationPage {...useListTab(Route)} />,
})
