import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#src/features/reports/report.page.tsx'
import { reportSearch } from '#src/features/reports/report-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { nodeGuard } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

// Only the server loads the first report: in the browser, the page asks itself.
const first = keptCode(() => import('../../../first-report.ts'))

export const Route = createFileRoute('/admin/_shell/report')({
  validateSearch: reportSearch,
  staticData: { title: 'pagesTitle_report', node: 'report/index', addTab: true },
  beforeLoad: nodeGuard('report/index'),
  loaderDeps: ({ search }) => search,
  loader: async (loading) => {
    if (typeof window === 'undefined') await (await first()).firstReport(loading)
  },
  ...pending,
  component: Reports,
})

function Reports() {
  const { search, patchSearch } = useTabPage(Route)
  return <ReportPage search={search} onSearch={patchSearch} />
}
