import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OrganizationPage } from '#src/features/org/organization.page.tsx'
import { organizations } from '#src/features/org/organization.queries.ts'
import { organizationListParams, organizationSearch } from '#src/features/org/organization.search.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/organization')({
  validateSearch: organizationSearch,
  search: { middlewares: [stripSearchParams({ quickSearch: '' })] },
  staticData: { title: 'pagesTitle_organization', node: 'baseInfo/organization/index' },
  beforeLoad: nodeGuard('baseInfo/organization/index'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queryClient.ensureQueryData(organizations.list(organizationListParams(deps))),
  component: Organizations,
})

function Organizations() {
  const navigate = Route.useNavigate()
  return (
    <OrganizationPage
      search={Route.useSearch()}
      onSearch={(patch) => navigate({ search: (old) => ({ ...old, ...patch }), replace: true })}
    />
  )
}
