import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { StudentYearPage, studentYears } from '#src/features/student-year/student-year.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/student-year')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { title: 'pagesTitle_studentYear', node: 'baseInfo/student-year/index', addTab: true },
  beforeLoad: nodeGuard('baseInfo/student-year/index'),
  loaderDeps: ({ search }) => search,
  loader: (route) => loadList(route, studentYears),
  component: StudentYears,
})

function StudentYears() {
  const { search, navigate } = useTabPage(Route)
  return (
    <StudentYearPage
      search={search}
      onSearch={(patch, options) => navigate({ search: (old) => ({ ...old, ...patch }), ...options })}
    />
  )
}
