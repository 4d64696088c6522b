import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { pupilSheetEndpoints } from './pupil-sheet.api.server.ts'

type Calls = typeof pupilSheetEndpoints
export type PupilList = AnswerOf<Calls['pupils']>
export type PupilSheet = AnswerOf<Calls['pupil']>
export type SavedNote = AnswerOf<Calls['pupilNote']>

const pupils = getting<Calls['pupils']>('/adminApi/report/pupils')
const pupil = getting<Calls['pupil']>('/adminApi/report/pupil')
export const writeNote = posting<Calls['pupilNote']>('/adminApi/report/pupilNote')
export const notePrint = posting<Calls['pupilPrint']>('/adminApi/report/pupilPrint')

type Place = { exam: number; version?: string | undefined }

/** The pupils of a class, or the units below another unit. */
export const pupilsQuery = ({ exam, version, unit }: Place & { unit?: string | undefined }) =>
  queryOptions({
    queryKey: ['report', 'pupils', exam, version, unit],
    queryFn: ({ signal }) => pupils({ exam, version, unit }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** The sheet of a pupil. Each time that it is asked for is told to the family, so it is asked for once. */
export const pupilQuery = ({ exam, version, pupil: id }: Place & { pupil: number }) =>
  queryOptions({
    queryKey: ['report', 'pupil', exam, version, id],
    queryFn: ({ signal }) => pupil({ exam, version, pupil: id }, signal),
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
