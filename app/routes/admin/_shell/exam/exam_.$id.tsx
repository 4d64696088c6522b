import { createFileRoute, notFound } from '@tanstack/react-router'
import { examOverviewQuery } from '#src/features/exams/exam.queries.ts'
import { ExamShowPage } from '#src/features/exams/exam-show.page.tsx'
import { type ExamTab, examTabs } from '#src/features/exams/exam-tabs.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { searchOneOf, searchReader } from '#src/lib/search-fields.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/exam/exam_/$id')({
  validateSearch: searchReader<{ tab?: ExamTab }>({ tab: searchOneOf(examTabs) }),
  staticData: { title: 'pagesTitle_exam', node: 'exam/exam/index', addTab: true },
  beforeLoad: nodeGuard('exam/exam/index'),
  loader: ({ context, params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound()
    return context.queryClient.ensureQueryData({ ...examOverviewQuery(Number(params.id)), revalidateIfStale: true })
  },
  ...pending,
  component: Show,
})

function Show() {
  const { params, search, patchSearch } = useTabPage(Route)
  return <ExamShowPage id={Number(params.id)} tab={search.tab} onTab={(tab) => patchSearch({ tab })} />
}
