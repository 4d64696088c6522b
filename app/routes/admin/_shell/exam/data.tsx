import { createFileRoute } from '@tanstack/react-router'
import { ExamDataPage } from '#src/features/exam-data/exam-data.page.tsx'
import { dataSearch } from '#src/features/exam-data/exam-data.search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

// Every page loads the routes, and most do without these queries.
const queries = keptCode(() => import('#src/features/exam-data/exam-data.queries.ts'))

export const Route = createFileRoute('/admin/_shell/exam/data')({
  validateSearch: dataSearch,
  staticData: { title: 'pagesTitle_examData', node: 'exam/data/index', addTab: true },
  beforeLoad: nodeGuard('exam/data/index'),
  loader: async ({ context }) => {
    const { dataExamsQuery } = await queries()
    return context.queryClient.ensureQueryData({ ...dataExamsQuery, revalidateIfStale: true })
  },
  ...pending,
  component: ExamData,
})

function ExamData() {
  const { search, patchSearch } = useTabPage(Route)
  return <ExamDataPage search={search} onSearch={(patch) => patchSearch(patch, { replace: !('section' in patch) })} />
}
