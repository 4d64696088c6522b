import { createFileRoute } from '@tanstack/react-router'
import { ExamDataPage } from '#src/features/exam-data/exam-data.page.tsx'
import { dataExamsQuery } from '#src/features/exam-data/exam-data.queries.ts'
import { dataSearch } from '#src/features/exam-data/exam-data.search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/exam/data')({
  validateSearch: dataSearch,
  staticData: { title: 'pagesTitle_examData', node: 'exam/data/index', addTab: true },
  beforeLoad: nodeGuard('exam/data/index'),
  loader: ({ context }) => context.queryClient.ensureQueryData({ ...dataExamsQuery, revalidateIfStale: true }),
  ...pending,
  component: ExamData,
})

function ExamData() {
  const { search, patchSearch } = useTabPage(Route)
  return <ExamDataPage search={search} onSearch={(patch) => patchSearch(patch, { replace: !('section' in patch) })} />
}
