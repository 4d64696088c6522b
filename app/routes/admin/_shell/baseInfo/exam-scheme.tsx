import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { listDefaults, listSearch } from '#src/crud/query/list-search.ts'
import { ExamSchemePage } from '#src/features/exam-scheme/exam-scheme.page.tsx'
import { examSchemes } from '#src/features/exam-scheme/exam-scheme.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/exam-scheme')({
  validateSearch: listSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  staticData: { title: 'pagesTitle_examScheme', node: 'baseInfo/exam-scheme/index', addTab: true },
  beforeLoad: nodeGuard('baseInfo/exam-scheme/index'),
  loaderDeps: ({ search }) => search,
  loader: (route) => loadList(route, examSchemes),
  component: ExamSchemes,
})

function ExamSchemes() {
  const { search, navigate } = useTabPage(Route)
  return (
    <ExamSchemePage
      search={search}
      onSearch={(patch, options) => navigate({ search: (old) => ({ ...old, ...patch }), ...options })}
    />
  )
}
