import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { PublicationAudience, RunColumn, RunParams } from '#src/features/exam-run/run.facts.ts'
import { examResult, examRun, publication } from '#src/features/exam-run/run.table.server.ts'
import { exam as examTable } from '#src/features/exams/exam.table.server.ts'
import { heldSql } from '#src/features/exams/exam-access.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { bandOf, type PastResult, type PupilExam, type SheetLevel } from './pupil.facts.ts'
import { columnKey } from './report.facts.ts'

/** As many exams before are part of a sheet. */
const MOST_PAST = 7

/** An exam of a pupil as its standing publication has it. */
export type StoredExam = {
  id: number
  name: string
  day: string
  audience: PublicationAudience
  orgId: number
  marks: number[]
  params: RunParams
  columns: readonly RunColumn[]
}

/**
 * The standing publications of the exams of a pupil: tables `exam_result`, `exam`, `publication`. Only results of the
 * published run are read.
 */
export const standingResults = sql`${examResult}
  join ${examTable} on ${examTable.id} = ${examResult.examId}
  join ${publication} on ${publication.examId} = ${examTable.id} and ${publication.number} = ${examTable.published}
    and ${publication.run} = ${examResult.run} and ${publication.withdrawTime} is null`

/** The condition for the publications that families see. */
export const familiesSee = sql`${publication.audience} ->> 'families' in ('bands', 'marks')`

/** The condition for the results that somebody of the back office sees, each in the class of then. */
export function resultsSeen(actor: Actor): SQL {
  const own = scope(actor, { organization: examResult.orgId }) ?? sql`true`
  const ofSchool = scope(actor, { organization: examResult.schoolId }) ?? sql`true`
  return sql`(${own} and (${heldSql(actor)} or
    case when ${ofSchool} then (${publication.audience} ->> 'schools')::boolean else (${publication.audience} ->> 'teachers')::boolean end))`
}

type Before = { studentId: number; examId: number; since: string }

/** The exams of a pupil before another one, the earliest first. @param which the condition for what the reader sees */
export async function examsBefore(db: Db, { studentId, examId, since }: Before, which: SQL): Promise<StoredExam[]> {
  const { rows } = await db.execute<StoredExam>(sql`
    select ${examTable.id}::float8 as id, ${examTable.name}, ${examTable.since}::text as day, ${publication.audience} as audience,
      ${examResult.orgId}::float8 as "orgId", ${examResult.marks} as marks, ${examRun.params} as params, ${examRun.facts} -> 'columns' as columns
    from ${standingResults}
      join ${examRun} on ${examRun.examId} = ${examTable.id} and ${examRun.number} = ${examResult.run}
    where ${examResult.studentId} = ${studentId} and (${examTable.since}, ${examTable.id}) < (${since}::date, ${examId}) and ${which}
    order by ${examTable.since} desc, ${examTable.id} desc limit ${MOST_PAST}`)
  return rows.toReversed()
}

/** The results of an exam by column. @param sees whether the reader sees a column */
export function pupilExam(
  { id, name, day, marks, params, columns }: Omit<StoredExam, 'audience' | 'orgId'>,
  level: SheetLevel,
  sees: (column: RunColumn) => boolean,
): PupilExam {
  const results = columns.flatMap((column, at): [string, PastResult][] => {
    if (column.track !== null || !sees(column)) return []
    const stored = marks[at] ?? -1
    const mark = stored < 0 ? null : stored
    const rate = mark === null ? null : mark / column.fullMark
    return [[columnKey(column), { rate: level === 'marks' ? rate : undefined, band: bandOf(mark, column, params) }]]
  })
  return { key: String(id), name, day, level, results: new Map(results) }
}
