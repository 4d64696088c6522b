import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '#src/features/reports/report.page.tsx'
import { reportSearch } from '#src/features/reports/report-search.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { firstReport } from '../../../first-report.ts'
import { nodeGuard } from '../../../guards.ts'
import { pending } from '../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/report')({
  validateSearch: reportSearch,
  staticData: { title: 'pagesTitle_report', node: 'report/index', addTab: true },
  beforeLoad: nodeGuard('report/index'),
  loaderDeps: ({ search }) => search,
  loader: firstReport,
  ...pending,
  component: Reports,
})

function Reports() {
  const { search, patchSearch } = useTabPage(Route)
  return <ReportPage search={search} onSearch={patchSearch} />
}
