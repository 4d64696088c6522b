import { queryOptions } from '@tanstack/react-query'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { examParamEndpoints } from './param.api.server.ts'

const show = getting<typeof examParamEndpoints.show>('/adminApi/exam-param/show')

/** The calls of the parameters of an exam. */
export const examParams = {
  key: 'exam-param',
  save: posting<typeof examParamEndpoints.save>('/adminApi/exam-param/save'),
  reset: posting<typeof examParamEndpoints.reset>('/adminApi/exam-param/reset'),
  passers: getting<typeof examParamEndpoints.passers>('/adminApi/exam-param/passers'),
}

export type ExamParamView = AnswerOf<typeof examParamEndpoints.show>
export type PassersView = AnswerOf<typeof examParamEndpoints.passers>

/** The parameters of an exam. An editor always starts from what is stored now. */
export const examParamQuery = (id: number) =>
  queryOptions({
    queryKey: [examParams.key, 'show', id],
    queryFn: ({ signal }) => show({ id }, signal),
    staleTime: 0,
  })
