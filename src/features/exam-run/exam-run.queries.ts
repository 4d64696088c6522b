import { queryOptions } from '@tanstack/react-query'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { examRunEndpoints } from './run-calls.api.server.ts'

/** The typed client of locking, runs and publications. */
export const examRuns = {
  readiness: getting<typeof examRunEndpoints.readiness>('/adminApi/exam/lock'),
  lock: posting<typeof examRunEndpoints.lock>('/adminApi/exam/lock'),
  run: posting<typeof examRunEndpoints.run>('/adminApi/exam/run'),
  compare: posting<typeof examRunEndpoints.compare>('/adminApi/exam/compare'),
  list: getting<typeof examRunEndpoints.runs>('/adminApi/exam/runs'),
  changes: getting<typeof examRunEndpoints.changes>('/adminApi/exam/changes'),
  publish: posting<typeof examRunEndpoints.publish>('/adminApi/exam/publish'),
  withdraw: posting<typeof examRunEndpoints.withdraw>('/adminApi/exam/withdraw'),
}

export type RunsView = AnswerOf<typeof examRunEndpoints.runs>
export type RunView = RunsView['runs'][number]
export type PublicationView = RunsView['publications'][number]
export type AudienceView = RunsView['audience']

/** The runs and publications of an exam. A job that ends refreshes all queries of exams. */
export const examRunsQuery = (id: number) =>
  queryOptions({
    queryKey: ['exam', 'runs', id],
    queryFn: ({ signal }) => examRuns.list({ id }, signal),
  })
