import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { SubjectPage } from '#src/features/subject/subject.page.tsx'
import { subjects } from '#src/features/subject/subject.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/subject')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { title: 'pagesTitle_subject', node: 'baseInfo/subject/index', addTab: true },
  beforeLoad: nodeGuard('baseInfo/subject/index'),
  loaderDeps: ({ search }) => search,
  loader: (route) => loadList(route, subjects),
  component: Subjects,
})

function Subjects() {
  const { search, navigate } = useTabPage(Route)
  return (
    <SubjectPage
      search={search}
      onSearch={(patch, options) => navigate({ search: (old) => ({ ...old, ...patch }), ...options })}
    />
  )
}
