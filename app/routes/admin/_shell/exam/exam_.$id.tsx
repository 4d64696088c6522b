import { createFileRoute } from '@tanstack/react-router'
import { ExamShowPage } from '#src/features/exams/exam-show.page.tsx'
import { examTabOf } from '#src/features/exams/exam-tabs.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

// Every page loads the routes, and most do without these queries.
const queries = keptCode(() => import('#src/features/exams/exam.queries.ts'))

export const Route = createFileRoute('/admin/_shell/exam/exam_/$id')({
  validateSearch: ({ tab }): { tab?: ReturnType<typeof examTabOf> } => ({ tab: examTabOf(tab) }),
  staticData: { title: 'pagesTitle_exam', node: 'exam/exam/index', addTab: true },
  beforeLoad: nodeGuard('exam/exam/index'),
  loader: async ({ context, params }) => {
    const { examOverviewQuery } = await queries()
    return context.queryClient.ensureQueryData({ ...examOverviewQuery(Number(params.id)), revalidateIfStale: true })
  },
  ...pending,
  component: Show,
})

function Show() {
  const { params, search, patchSearch } = useTabPage(Route)
  return <ExamShowPage id={Number(params.id)} tab={search.tab} onTab={(tab) => patchSearch({ tab })} />
}
