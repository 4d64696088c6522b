import { createFileRoute } from '@tanstack/react-router'
import { OrganizationPage } from '#src/features/org/organization.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/organization')({
  ...listRoute('organization'),
  component: () => <OrganizationPage {...useListTab(Route)} />,
})
