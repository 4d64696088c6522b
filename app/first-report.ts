import type { QueryClient } from '@tanstack/react-query'
import { viewsQuery } from '#src/crud/views/views.ts'
import { reportIndexQuery, reportQuery } from '#src/features/reports/report.queries.ts'
import { REPORT_VIEWS } from '#src/features/reports/report-keys.ts'
import { type ReportSearch, reportSearch } from '#src/features/reports/report-search.ts'
import { optional } from './guards.ts'

type Loading = { context: { queryClient: QueryClient }; deps: ReportSearch }

/**
 * Loads the exams and the report of the address for the first paint. In the browser the page asks itself, and says
 * there why it gets none: only the server calls this.
 */
export async function firstReport({ context: { queryClient }, deps }: Loading): Promise<void> {
  const { exam, report, view } = reportSearch(deps)
  await Promise.all([
    optional(queryClient, reportIndexQuery),
    (report === undefined || view !== undefined) && optional(queryClient, viewsQuery(REPORT_VIEWS)),
    exam !== undefined &&
      report !== undefined &&
      report !== 'pupil' &&
      optional(queryClient, reportQuery({ ...deps, exam, report })),
  ])
}
