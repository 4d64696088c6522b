import { createFileRoute } from '@tanstack/react-router'
import { ExamParamPage } from '#src/features/exam-param/param.page.tsx'
import { examChoicesQuery } from '#src/features/exams/exam.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { searchId, searchReader } from '#src/lib/search-fields.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/exam/param')({
  validateSearch: searchReader<{ exam?: number }>({ exam: searchId }),
  staticData: { title: 'pagesTitle_examParam', node: 'exam/param/index', addTab: true },
  beforeLoad: nodeGuard('exam/param/index'),
  loader: ({ context }) => context.queryClient.ensureQueryData({ ...examChoicesQuery, revalidateIfStale: true }),
  ...pending,
  component: Parameters,
})

function Parameters() {
  const { search, patchSearch } = useTabPage(Route)
  return <ExamParamPage exam={search.exam} onExam={(exam) => patchSearch({ exam })} />
}
