import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { heldExam } from '#src/features/exams/exam-access.server.ts'
import { integer } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { formerName } from '#src/server/list/account-names.server.ts'
import { defaultAudience, publicationBefore, standingPublication } from './publish.server.ts'
import { CHECK_DAYS, MOST_CHECK_DAYS, type PublicationAudience, type RunParams } from './run.facts.ts'
import { uncomputedCorrections } from './run-corrections.server.ts'
import { changedParams } from './run-params.server.ts'
import { doneRun, type RunState, runState, storedRun } from './run-store.server.ts'
import { oneOfThread } from './run-thread.server.ts'

export const audienceSchema = v.strictObject({
  schools: v.boolean(),
  teachers: v.boolean(),
  families: v.picklist(['none', 'bands', 'marks']),
  ranks: v.boolean(),
  checkDays: v.optional(integer(0, MOST_CHECK_DAYS), CHECK_DAYS),
})

const who = v.nullable(v.string())
export const runsAnswer = v.strictObject({
  runs: v.array(
    v.strictObject({
      number: v.number(),
      state: v.picklist(['computing', 'done', 'failed']),
      engine: v.string(),
      dataHash: v.string(),
      resultHash: v.string(),
      candidates: v.nullable(v.number()),
      /** The parts of the parameters that differ from the run before. */
      changed: v.array(v.string()),
      who,
      createTime: v.string(),
      finishTime: v.nullable(v.string()),
    }),
  ),
  publications: v.array(
    v.strictObject({
      number: v.number(),
      run: v.number(),
      audience: audienceSchema,
      note: v.string(),
      who,
      createTime: v.string(),
      withdrawTime: v.nullable(v.string()),
      withdrawReason: v.string(),
    }),
  ),
  /** How many accepted corrections the last run that is done lacks. */
  uncomputed: v.number(),
  /** What a publication begins with: the audience of the last one, or the usual one of the level. */
  audience: audienceSchema,
})

type RunRow = {
  number: number
  state: RunState
  engine: string
  dataHash: string
  resultHash: string
  candidates: number | null
  params: RunParams
  who: string | null
  createTime: string
  finishTime: string | null
}

type PublicationRow = {
  number: number
  run: number
  audience: PublicationAudience
  note: string
  who: string | null
  createTime: string
  withdrawTime: string | null
  withdrawReason: string
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** The runs and publications of an exam, the newest first. */
export async function runsOf(db: Db, actor: Actor, examId: number): Promise<v.InferOutput<typeof runsAnswer>> {
  const exam = await heldExam(db, actor, { id: examId })
  const { rows: runs } = await db.execute<RunRow>(sql`
    select r.number, ${runState} as state, r.engine, r.data_hash as "dataHash", r.result_hash as "resultHash",
      (r.facts -> 'candidates')::int as candidates, r.params, coalesce(a.username, ${formerName(sql`r.create_by`)}) as who,
      ${iso('r.create_time')} as "createTime", ${iso('r.finish_time')} as "finishTime"
    from exam_run r left join job j on j.id = r.job_id left join account a on a.id = r.create_by
    where r.exam_id = ${examId} order by r.number desc limit 200`)
  const { rows: publications } = await db.execute<PublicationRow>(sql`
    select p.number, p.run, p.audience, p.note, coalesce(a.username, ${formerName(sql`p.create_by`)}) as who,
      ${iso('p.create_time')} as "createTime", ${iso('p.withdraw_time')} as "withdrawTime", p.withdraw_reason as "withdrawReason"
    from publication p left join account a on a.id = p.create_by where p.exam_id = ${examId} order by p.number desc limit 200`)
  const [last] = publications
  return {
    runs: runs.map(({ params, ...run }, at) => {
      const former = runs[at + 1]
      return { ...run, changed: former ? changedParams(params, former.params) : [] }
    }),
    publications: publications.map((one) => ({ ...one, audience: { checkDays: CHECK_DAYS, ...one.audience } })),
    uncomputed: await uncomputedCorrections(db, examId),
    audience: { checkDays: CHECK_DAYS, ...(last?.audience ?? (await defaultAudience(db, exam))) },
  }
}

const counts = {
  pupils: v.number(),
  marks: v.number(),
  totals: v.number(),
  ranks: v.number(),
  lines: v.number(),
  entered: v.number(),
  left: v.number(),
}
export const changesAnswer = v.strictObject({
  /** The publication that is compared with; 0 for none, and then nothing is compared. */
  number: v.number(),
  list: v.array(v.strictObject({ schoolId: v.number(), school: v.string(), ...counts })),
})

/**
 * What a run would change for whom, beside the publication that stands. With the number of a publication, what that one
 * has changed beside the one before.
 */
export async function changesBeside(
  db: Db,
  actor: Actor,
  { id, run, publication }: { id: number; run: number; publication?: number | undefined },
): Promise<v.InferOutput<typeof changesAnswer>> {
  await heldExam(db, actor, { id })
  await doneRun(db, id, run)
  const standing =
    publication === undefined ? await standingPublication(db, id) : await publicationBefore(db, id, publication)
  if (!standing) return { number: 0, list: [] }
  if (standing.run === run) return { number: standing.number, list: [] }
  const [before, after] = [await storedRun(db, id, standing.run), await storedRun(db, id, run)]
  const list = await oneOfThread<'changes'>({ kind: 'changes', before, after })
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select distinct on (unit_id) unit_id::float8 as id, name from run_unit
    where exam_id = ${id} and run in (${run}, ${standing.run}) and kind = 'school' order by unit_id, run desc`)
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return { number: standing.number, list: list.map((own) => ({ ...own, school: names.get(own.schoolId) ?? '' })) }
}
