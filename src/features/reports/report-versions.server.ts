import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { PublicationAudience, RunFacts, RunParams } from '#src/features/exam-run/run.facts.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { type ExamRecord, examsSeen, heldSql } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'

/** A version that a report is made of: a publication, or the preview of a run. */
export type VersionRow = {
  /** The number of the publication; null for a preview. */
  number: number | null
  run: number
  audience: PublicationAudience | null
  time: string
  engine: string
  dataHash: string
  resultHash: string
  params: RunParams
  facts: RunFacts
}

/** The name of a version in an address: `2` for a publication, `run-3` for a preview. */
export function versionKey({ number, run }: Pick<VersionRow, 'number' | 'run'>): string {
  return number === null ? `run-${run}` : String(number)
}

/** An exam as reports name it, and whether the reader holds it. */
export type VersionExam = Pick<ExamRecord, 'id' | 'name' | 'since' | 'until'> & { held: boolean }

/**
 * Opens a version of an exam that the actor sees, in one query. Without a wish it is the last publication, and for
 * whoever holds the exam the last run before there is one.
 * @throws AppError 404 when there is none, or it is not for the reader
 */
export async function openVersion(
  db: Db,
  actor: Actor,
  examId: number,
  wanted: string | undefined,
): Promise<{ exam: VersionExam; version: VersionRow }> {
  const { rows } = await db.execute<VersionExam & (Light | { run: null })>(sql`
    select ${exam.id}::float8 as id, ${exam.name}, ${exam.since}::text as since, ${exam.until}::text as until,
      ${heldSql(actor)} as held, v.*
    from ${exam} left join lateral (${versionRows(wanted, sql`${exam.id}`, sql`${exam.published}`)}) v on true
    where ${exam.id} = ${examId} and ${examsSeen(actor) ?? sql`true`}`)
  const [found] = rows
  if (!found) throw new AppError(404, m.error_rowMissing())
  const { id, name, since, until, held, ...light } = found
  if (light.run === null || (light.number === null && !held)) throw new AppError(404, m.report_notPublished())
  return { exam: { id, name, since, until, held }, version: await withFacts(db, id, light) }
}

/** Reads a publication. @throws AppError 404 when it is not there */
export async function publishedVersion(db: Db, examId: number, number: number): Promise<VersionRow> {
  const { rows } = await db.execute<Light>(versionRows(String(number), sql`${examId}`, sql`${number}`))
  if (!rows[0]) throw new AppError(404, m.report_notPublished())
  return withFacts(db, examId, rows[0])
}

/** The version that is wanted, or none. */
function versionRows(wanted: string | undefined, examId: SQL, published: SQL): SQL {
  const [, run] = /^run-(\d+)$/.exec(wanted ?? '') ?? []
  const ofRun = sql`r.number as run, r.engine, r.data_hash as "dataHash", r.result_hash as "resultHash",
    r.finish_time::text as made`
  const publication = (number: SQL) => sql`
    select p.number, p.audience, p.create_time as time, ${ofRun}
    from publication p join exam_run r on r.exam_id = p.exam_id and r.number = p.run
    where p.exam_id = ${examId} and p.number = ${number} and p.withdraw_time is null`
  const preview = (which: SQL) => sql`
    (select null::int as number, null::jsonb as audience, r.create_time as time, ${ofRun}
    from exam_run r where r.exam_id = ${examId} and r.state = 'done' and ${which} order by r.number desc limit 1)`
  if (run !== undefined) return preview(sql`r.number = ${Number(run)}`)
  if (wanted !== undefined) return publication(sql`${Number(wanted)}`)
  return sql`${publication(published)} union all ${preview(sql`${published} = 0`)}`
}

async function withFacts(db: Db, examId: number, { made, time, ...light }: Light): Promise<VersionRow> {
  const key = `${examId} ${light.run} ${light.dataHash} ${made}`
  const value = await kept.read(db, key, () => heavyOf(db, examId, light.run))
  if (!value.facts) throw new AppError(404, m.report_notPublished())
  return { ...light, params: value.params, facts: value.facts, time: new Date(time).toISOString() }
}

type Light = Omit<VersionRow, 'time' | 'params' | 'facts'> & { time: Date; made: string }
type Heavy = { params: RunParams; facts: RunFacts | null }

/** Bytes: about two hundred versions. A run that is done never changes. */
const ROOM = 20_000_000
const kept = sizedCache<Heavy>(ROOM, () => 100_000)

/** The parameters and facts of a run: most of what there is to read of a version. */
async function heavyOf(db: Db, examId: number, run: number): Promise<Heavy> {
  const { rows } = await db.execute<Heavy>(
    sql`select params, facts from exam_run where exam_id = ${examId} and number = ${run}`,
  )
  if (!rows[0]) throw new AppError(404, m.report_notPublished())
  return rows[0]
}
