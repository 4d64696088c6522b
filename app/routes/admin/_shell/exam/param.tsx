import { createFileRoute } from '@tanstack/react-router'
import { ExamParamPage } from '#src/features/exam-param/param.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

// Every page loads the routes, and most do without these queries.
const queries = keptCode(() => import('#src/features/exams/exam.queries.ts'))

export const Route = createFileRoute('/admin/_shell/exam/param')({
  // A URL has numbers as text.
  validateSearch: ({ exam }): { exam?: number | undefined } => {
    const id = Number(exam)
    return Number.isSafeInteger(id) && id > 0 ? { exam: id } : {}
  },
  staticData: { title: 'pagesTitle_examParam', node: 'exam/param/index', addTab: true },
  beforeLoad: nodeGuard('exam/param/index'),
  loader: async ({ context }) => {
    const { examChoicesQuery } = await queries()
    return context.queryClient.ensureQueryData({ ...examChoicesQuery, revalidateIfStale: true })
  },
  ...pending,
  component: Parameters,
})

function Parameters() {
  const { search, patchSearch } = useTabPage(Route)
  return <ExamParamPage exam={search.exam} onExam={(exam) => patchSearch({ exam })} />
}
