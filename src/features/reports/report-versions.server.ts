import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { PublicationAudience, RunFacts, RunParams } from '#src/features/exam-run/run.facts.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { sharedFor } from '#src/server/cache/shared-for.server.ts'
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

type ReadExam = Pick<ExamRecord, 'id' | 'published'> & { held: boolean }

/**
 * Reads a version. Without a wish it is the last publication, and for whoever holds the exam the last run before
 * there is one.
 * @throws AppError 404 when there is none, or it is not for the reader
 */
export async function readVersion(db: Db, exam: ReadExam, wanted: string | undefined): Promise<VersionRow> {
  const [, run] = /^run-(\d+)$/.exec(wanted ?? '') ?? []
  const isPreview = run !== undefined || (wanted === undefined && exam.published === 0)
  if (isPreview && !exam.held) throw new AppError(404, m.report_notPublished())
  const which = isPreview
    ? sql`from exam_run r where r.exam_id = ${exam.id} and r.state = 'done' and ${run === undefined ? sql`true` : sql`r.number = ${Number(run)}`}
        order by r.number desc limit 1`
    : sql`from publication p join exam_run r on r.exam_id = p.exam_id and r.number = p.run
        where p.exam_id = ${exam.id} and p.number = ${Number(wanted ?? exam.published)} and p.withdraw_time is null`
  const own = isPreview
    ? sql`null::int as number, null::jsonb as audience, r.create_time as time`
    : sql`p.number, p.audience, p.create_time as time`
  const { rows } = await db.execute<Light>(sql`
    select ${own}, r.number as run, r.engine, r.data_hash as "dataHash", r.result_hash as "resultHash", r.finish_time::text as made ${which}`)
  const [found] = rows
  if (!found) throw new AppError(404, m.report_notPublished())
  const { made, ...light } = found
  const { value } = await kept(`${exam.id} ${light.run} ${light.dataHash} ${made}`, () =>
    heavyOf(db, exam.id, light.run),
  )
  if (!value.facts) throw new AppError(404, m.report_notPublished())
  return { ...light, params: value.params, facts: value.facts, time: new Date(found.time).toISOString() }
}

type Light = Omit<VersionRow, 'time' | 'params' | 'facts'> & { time: Date; made: string }
type Heavy = { params: RunParams; facts: RunFacts | null }

/** Milliseconds. A run that is done never changes, so only memory is saved. */
const KEPT_MS = 600_000
const kept = sharedFor<Heavy>(KEPT_MS)

/** The parameters and facts of a run: most of what there is to read of a version. */
async function heavyOf(db: Db, examId: number, run: number): Promise<Heavy> {
  const { rows } = await db.execute<Heavy>(
    sql`select params, facts from exam_run where exam_id = ${examId} and number = ${run}`,
  )
  if (!rows[0]) throw new AppError(404, m.report_notPublished())
  return rows[0]
}
