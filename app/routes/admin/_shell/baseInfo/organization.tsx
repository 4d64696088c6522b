import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { OrganizationPage } from '#src/features/org/organization.page.tsx'
import { organizations } from '#src/features/org/organization.queries.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/organization')({
  ...listRoute('baseInfo/organization/index', 'pagesTitle_organization'),
  loader: (route) => loadList(route, organizations, true),
  component: Page,
})

function Page() {
  return <OrganizationPage {...useListTab(Route)} />
}
