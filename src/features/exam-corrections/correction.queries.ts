import { queryOptions } from '@tanstack/react-query'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { CorrectionRow } from './correction.row.ts'
import type { CorrectionForm } from './correction.schema.ts'
import type { correctionEndpoints } from './correction-calls.api.server.ts'

const find = getting<typeof correctionEndpoints.find>('/adminApi/correction/find')
const papers = getting<typeof correctionEndpoints.papers>('/adminApi/correction/papers')

/** The typed client of the corrections. */
export const corrections = {
  ...crudClient<CorrectionRow, CorrectionForm>('correction'),
  accept: posting<typeof correctionEndpoints.accept>('/adminApi/correction/accept'),
  refuse: posting<typeof correctionEndpoints.refuse>('/adminApi/correction/refuse'),
  withdraw: posting<typeof correctionEndpoints.withdraw>('/adminApi/correction/withdraw'),
}

export type PapersOfOne = AnswerOf<typeof correctionEndpoints.papers>

/** The candidates of an exam, by number or name. */
export const candidateChoices = (examId: number): ChoiceSource => ({
  key: [corrections.key, 'find', String(examId)],
  load: ({ quickSearch, page }, signal) => find({ examId, quickSearch, page }, signal),
  // The chosen one is read with its papers.
  names: () => Promise.resolve([]),
})

/** What a candidate has in each subject. Somebody else may have changed it meanwhile. */
export const papersOfOneQuery = (examId: number, candidateId: number) =>
  queryOptions({
    queryKey: [corrections.key, 'papers', examId, candidateId],
    queryFn: ({ signal }) => papers({ examId, candidateId }, signal),
    staleTime: 0,
    gcTime: 0,
  })
