import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { reportEndpoints } from './report.api.server.ts'
import type { ReportKey } from './report-keys.ts'
import type { ReportSearch } from './report-search.ts'

type Calls = typeof reportEndpoints
export type ReportAnswer = AnswerOf<Calls['show']>
export type ReportExam = AnswerOf<Calls['index']>['list'][number]

const index = getting<Calls['index']>('/adminApi/report/index')
const show = getting<Calls['show']>('/adminApi/report/show')

/** The exams that the user can read. */
export const reportIndexQuery = queryOptions({
  queryKey: ['report', 'index'],
  queryFn: async ({ signal }) => (await index({}, signal)).list,
  staleTime: 30_000,
})

/** A report whose exam and kind are chosen. */
export type ChosenReport = Omit<ReportSearch, 'exam' | 'report'> & { exam: number; report: ReportKey }

/** A report. What is shown stays on screen until the next one has come. */
export function reportQuery(search: ChosenReport) {
  const { exam, version, report, unit, subject, with: other, near } = search
  return queryOptions({
    queryKey: ['report', 'show', exam, version, report, unit, subject, other, near],
    queryFn: ({ signal }) => show({ exam, version, report, unit, subject, with: other, near }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // Each time that a list by name is asked for is told to the families.
    refetchOnWindowFocus: report !== 'borderline',
  })
}
