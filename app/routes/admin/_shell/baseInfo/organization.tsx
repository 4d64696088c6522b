import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { OrganizationPage } from '#src/features/org/organization.page.tsx'
import { organizations } from '#src/features/org/organization.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/organization')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { title: 'pagesTitle_organization', node: 'baseInfo/organization/index', addTab: true },
  beforeLoad: nodeGuard('baseInfo/organization/index'),
  loaderDeps: ({ search }) => search,
  loader: (route) => loadList(route, organizations, true),
  component: Organizations,
})

function Organizations() {
  const { search, navigate } = useTabPage(Route)
  return (
    <OrganizationPage
      search={search}
      onSearch={(patch, options) => navigate({ search: (old) => ({ ...old, ...patch }), ...options })}
    />
  )
}
