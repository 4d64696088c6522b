import { queryOptions } from '@tanstack/react-query'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { examCheckEndpoints } from './exam-checks.api.server.ts'

/** The typed client of requests for checks. */
export const examChecks = {
  list: getting<typeof examCheckEndpoints.checks>('/adminApi/exam/checks'),
  answer: posting<typeof examCheckEndpoints.answer>('/adminApi/exam/answerCheck'),
}

export type ShownCheck = AnswerOf<typeof examCheckEndpoints.checks>['list'][number]

/** The requests of an exam. */
export const examChecksQuery = (exam: number) =>
  queryOptions({
    queryKey: ['exam', 'checks', exam],
    queryFn: ({ signal }) => examChecks.list({ id: exam }, signal),
  })
