import { queryOptions } from '@tanstack/react-query'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { CandidateForm } from './candidate.schema.ts'
import type { CandidateRow, ExamRow } from './exam.row.ts'
import type { ExamForm } from './exam.schema.ts'
import type { examEndpoints } from './exam-calls.api.server.ts'

const overview = getting<typeof examEndpoints.overview>('/adminApi/exam/overview')
const choices = getting<typeof examEndpoints.choices>('/adminApi/exam/choices')
const differences = getting<typeof examEndpoints.roster>('/adminApi/exam/roster')

/** The typed client of the exam controller. */
export const exams = {
  ...crudClient<ExamRow, ExamForm>('exam'),
  acceptRoster: posting<typeof examEndpoints.acceptRoster>('/adminApi/exam/roster'),
  addCandidate: posting<typeof examEndpoints.addCandidate>('/adminApi/exam/candidate'),
  open: posting<typeof examEndpoints.open>('/adminApi/exam/open'),
  toDraft: posting<typeof examEndpoints.toDraft>('/adminApi/exam/toDraft'),
  reopen: posting<typeof examEndpoints.reopen>('/adminApi/exam/reopen'),
  archive: posting<typeof examEndpoints.archive>('/adminApi/exam/archive'),
  takeRevision: posting<typeof examEndpoints.revision>('/adminApi/exam/revision'),
}

/** The typed client of the candidates. */
export const candidates = crudClient<CandidateRow, CandidateForm>('candidate')

export type ExamOverview = AnswerOf<typeof examEndpoints.overview>
export type RosterView = AnswerOf<typeof examEndpoints.roster>
export type RosterDifference = RosterView['list'][number]

/** What stands of an exam. Its steps are taken on what is stored now. */
export const examOverviewQuery = (id: number) =>
  queryOptions({
    queryKey: [exams.key, 'overview', id],
    queryFn: ({ signal }) => overview({ id }, signal),
    staleTime: 0,
  })

/** How the roster differs from the enrollment. */
export const rosterQuery = (id: number) =>
  queryOptions({
    queryKey: [exams.key, 'roster', id],
    queryFn: ({ signal }) => differences({ id }, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** The exams that the user can choose among, the newest first. */
export const examChoicesQuery = queryOptions({
  queryKey: [exams.key, 'choices'],
  queryFn: ({ signal }) => choices({}, signal),
})
