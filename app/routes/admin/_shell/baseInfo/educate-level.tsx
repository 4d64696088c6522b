import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { EducateLevelPage, educateLevels } from '#src/features/educate-level/educate-level.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/educate-level')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { title: 'pagesTitle_educateLevel', node: 'baseInfo/educate-level/index', addTab: true },
  beforeLoad: nodeGuard('baseInfo/educate-level/index'),
  loaderDeps: ({ search }) => search,
  loader: (route) => loadList(route, educateLevels),
  component: EducateLevels,
})

function EducateLevels() {
  const { search, navigate } = useTabPage(Route)
  return (
    <EducateLevelPage
      search={search}
      onSearch={(patch, options) => navigate({ search: (old) => ({ ...old, ...patch }), ...options })}
    />
  )
}
