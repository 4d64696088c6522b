import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { PublicationAudience, RunFacts } from '#src/features/exam-run/run.facts.ts'
import { examPart, exam as examTable } from '#src/features/exams/exam.table.server.ts'
import { examsSeen } from '#src/features/exams/exam-access.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { topUnits, unitKey, unitReader } from './report-units.server.ts'
import { versionKey } from './report-versions.server.ts'

/** The exams that a page of reports offers. */
const MOST_EXAMS = 100

type ExamRow = {
  id: number
  name: string
  since: string
  until: string
  published: number
  held: boolean
  school: boolean
}
type VersionLine = {
  examId: number
  number: number | null
  run: number
  time: Date
  note: string
  audience: PublicationAudience | null
}

export type ListedVersion = { key: string; number: number | null; run: number; time: string; note: string }
export type ListedExam = Omit<ExamRow, 'published' | 'school'> & {
  versions: ListedVersion[]
  units: { key: string; name: string }[]
}

/**
 * The exams with their versions that the reader can read, the latest first, and the highest units of the reader in the
 * latest version of the first one or the exam that is asked for.
 */
export async function readableExams(db: Db, actor: Actor, wanted: number | undefined): Promise<ListedExam[]> {
  const seen = scope(actor, 'organizations')
  const among = seen && sql`(select ${organization.id} from ${organization} where ${seen})`
  const held = among
    ? sql`not exists (select from unnest(${examTable.orgIds}) held where held not in ${among})`
    : sql`true`
  const school = among
    ? sql`exists (select from ${examPart} where ${examPart.examId} = ${examTable.id} and ${examPart.schoolId} in ${among})`
    : sql`true`
  const { rows: exams } = await db.execute<ExamRow>(sql`
    select ${examTable.id}::float8 as id, ${examTable.name}, ${examTable.since}::text as since, ${examTable.until}::text as until,
      ${examTable.published}, ${held} as held, ${school} as school
    from ${examTable} where ${examsSeen(actor) ?? sql`true`}
      and exists (select from exam_run r where r.exam_id = ${examTable.id} and r.state = 'done')
    order by ${examTable.since} desc, ${examTable.id} desc limit ${MOST_EXAMS}`)
  const versions = await versionsOf(db, exams)
  const readable = exams.flatMap(({ published: _, school: isSchool, ...exam }) => {
    const own = versions.filter(({ examId, number, audience }) => {
      if (examId !== exam.id) return false
      if (exam.held) return true
      return number !== null && (isSchool ? audience?.schools : audience?.teachers) === true
    })
    return own.length > 0 ? [{ exam, own }] : []
  })
  const chosen = wanted ?? readable[0]?.exam.id
  return Promise.all(
    readable.map(async ({ exam, own }) => {
      const [latest] = own
      const units =
        latest && exam.id === chosen
          ? await topUnits(
              await unitReader(db, {
                actor,
                examId: exam.id,
                run: latest.run,
                whole: exam.held,
                levels: await levelsOf(db, exam.id, latest.run),
              }),
            )
          : []
      return {
        ...exam,
        versions: own.map(({ number, run, time, note }) => ({
          key: versionKey({ number, run }),
          number,
          run,
          time: new Date(time).toISOString(),
          note,
        })),
        units: units.map((unit) => ({ key: unitKey(unit), name: unit.name })),
      }
    }),
  )
}

/** The levels of a run. Its facts are large, so that nobody reads those of many runs. */
export async function levelsOf(db: Db, examId: number, run: number): Promise<RunFacts['levels']> {
  const { rows } = await db.execute<{ levels: RunFacts['levels'] }>(
    sql`select facts -> 'levels' as levels from exam_run where exam_id = ${examId} and number = ${run}`,
  )
  return rows[0]?.levels ?? []
}

/** Publications, the newest first, then the runs as previews. */
async function versionsOf(db: Db, exams: readonly ExamRow[]): Promise<VersionLine[]> {
  const ids = sql.param(exams.map(({ id }) => id))
  const held = sql.param(exams.filter((exam) => exam.held).map(({ id }) => id))
  const { rows } = await db.execute<VersionLine>(sql`
    select p.exam_id::float8 as "examId", p.number, p.run, p.create_time as time, p.note, p.audience from publication p
    where p.exam_id = any (${ids}::bigint[]) and p.withdraw_time is null
    union all
    select r.exam_id::float8, null, r.number, r.create_time, '', null from exam_run r
    where r.exam_id = any (${held}::bigint[]) and r.state = 'done'
    order by 1, 2 desc nulls last, 3 desc`)
  return rows
}
