import { queryOptions } from '@tanstack/react-query'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf, BodyOf } from '#src/server/endpoint/call-types.ts'
import type { examDataEndpoints } from './exam-data.api.server.ts'

const exams = getting<typeof examDataEndpoints.exams>('/adminApi/exam/dataExams')
const board = getting<typeof examDataEndpoints.board>('/adminApi/exam/board')
const places = getting<typeof examDataEndpoints.places>('/adminApi/exam/places')
const papers = getting<typeof examDataEndpoints.papers>('/adminApi/exam/papers')
const findings = getting<typeof examDataEndpoints.findings>('/adminApi/exam/findings')

/** The calls of exam data that write. */
export const examDataCalls = {
  write: posting<typeof examDataEndpoints.write>('/adminApi/exam/papers'),
  submit: posting<typeof examDataEndpoints.submit>('/adminApi/exam/submit'),
  remind: posting<typeof examDataEndpoints.remind>('/adminApi/exam/remind'),
  extend: posting<typeof examDataEndpoints.extend>('/adminApi/exam/extend'),
  giveBack: posting<typeof examDataEndpoints.return>('/adminApi/exam/return'),
}

export type Board = AnswerOf<typeof examDataEndpoints.board>
export type BoardSchool = Board['schools'][number]
export type BoardCell = BoardSchool['cells'][number]
export type Places = AnswerOf<typeof examDataEndpoints.places>
export type DeskSchool = NonNullable<Places['school']>
export type ClassPapers = AnswerOf<typeof examDataEndpoints.papers>
export type FindingView = AnswerOf<typeof examDataEndpoints.findings>['list'][number]
export type WrittenCells = AnswerOf<typeof examDataEndpoints.write>['cells']
export type CellsToWrite = BodyOf<typeof examDataEndpoints.write>['cells']

/** All queries of this page begin with it. */
export const EXAM_DATA = 'exam-data'

// Others enter marks at the same time, so whoever comes back to a section sees what stands now.
const fresh = { staleTime: 0 } as const

/** The exams to choose from, and the one to begin with. */
export const dataExamsQuery = queryOptions({
  ...fresh,
  queryKey: [EXAM_DATA, 'exams'],
  queryFn: ({ signal }) => exams({}, signal),
})

/** The exam that the page shows: the one of the address, if it is there. */
export function chosenExam({ list, chosen }: AnswerOf<typeof examDataEndpoints.exams>, wanted: number | undefined) {
  return list.find(({ id }) => id === wanted) ?? list.find(({ id }) => id === chosen)
}

/** The board. The page's loader asks for it, so for a moment what it has brought is not asked for again. */
export const boardQuery = (id: number) =>
  queryOptions({
    staleTime: 1_000,
    queryKey: [EXAM_DATA, 'board', id],
    queryFn: ({ signal }) => board({ id }, signal),
  })

/** The schools of the desk, and the classes of one. */
export const placesQuery = (id: number, schoolId: number | undefined) =>
  queryOptions({
    ...fresh,
    queryKey: [EXAM_DATA, 'places', id, schoolId],
    queryFn: ({ signal }) => places({ id, schoolId }, signal),
  })

/** The papers of a class, as they are now. */
export const papersQuery = (id: number, schoolId: number, orgId: number) =>
  queryOptions({
    ...fresh,
    gcTime: 0,
    queryKey: [EXAM_DATA, 'papers', id, schoolId, orgId],
    // When it was asked tells whether it has what was stored meanwhile.
    queryFn: async ({ signal }) => ({ asked: Date.now(), ...(await papers({ id, schoolId, orgId }, signal)) }),
  })

export const findingsQuery = (id: number, schoolId?: number) =>
  queryOptions({
    ...fresh,
    queryKey: [EXAM_DATA, 'findings', id, schoolId],
    queryFn: ({ signal }) => findings({ id, schoolId }, signal),
  })
