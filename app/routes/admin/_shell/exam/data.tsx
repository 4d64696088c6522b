import { createFileRoute } from '@tanstack/react-router'
import { ExamDataPage } from '#src/features/exam-data/exam-data.page.tsx'
import { boardQuery, chosenExam, dataExamsQuery } from '#src/features/exam-data/exam-data.queries.ts'
import { dataSearch } from '#src/features/exam-data/exam-data.search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard, optional } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/exam/data')({
  validateSearch: dataSearch,
  staticData: { title: 'pagesTitle_examData', node: 'exam/data/index', addTab: true },
  beforeLoad: nodeGuard('exam/data/index'),
  loaderDeps: ({ search: { exam, section } }) => ({ exam, section }),
  loader: async ({ context: { queryClient }, deps: { exam, section = 'board' } }) => {
    const data = await queryClient.ensureQueryData({ ...dataExamsQuery, revalidateIfStale: true })
    const chosen = chosenExam(data, exam)
    if (!chosen || section !== 'board') return
    // In the browser the page is there at once, and the board comes into it.
    if (typeof window === 'undefined') await optional(queryClient, boardQuery(chosen.id))
    else void queryClient.prefetchQuery(boardQuery(chosen.id))
  },
  ...pending,
  component: ExamData,
})

function ExamData() {
  const { search, patchSearch } = useTabPage(Route)
  return <ExamDataPage search={search} onSearch={(patch) => patchSearch(patch, { replace: !('section' in patch) })} />
}
