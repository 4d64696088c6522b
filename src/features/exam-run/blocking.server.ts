import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'

/** What has to be mended before an exam is locked: how many of each. */
export const blockingSchema = v.strictObject({
  /** Candidates without a combination of the scheme, where there is a choice. */
  combo: v.number(),
  /** Papers above the full mark, and between the steps of marks. */
  above: v.number(),
  step: v.number(),
  /** Papers in subjects that the candidate has not chosen. */
  outside: v.number(),
  /** Classes with candidates of several schools. */
  split: v.number(),
})
export type Blocking = v.InferOutput<typeof blockingSchema>

/** What somebody has to confirm: schools that have not submitted, and papers that are not there. */
export const warningsSchema = v.strictObject({ parts: v.number(), missing: v.number() })
export type LockWarnings = v.InferOutput<typeof warningsSchema>

export type Readiness = { blocking: Blocking; warnings: LockWarnings }

/** Looks at everything that stands between an exam and its locking. */
export async function readinessOf(db: Db, exam: ExamRecord): Promise<Readiness> {
  const content = await revisionContent(db, exam)
  const choice = content.choice !== 'none'
  const chosen = choice
    ? content.subjects.flatMap(({ subjectId, kind }) => (kind === 'first' || kind === 'second' ? [subjectId] : []))
    : []
  const pairs = choice
    ? content.combinations.flatMap(({ name, subjectIds }) => subjectIds.map((subjectId) => ({ name, subjectId })))
    : []
  const combos = sql`unnest(${sql.param(pairs.map(({ name }) => name))}::text[], ${sql.param(pairs.map(({ subjectId }) => subjectId))}::bigint[]) as own (combo, subject_id)`
  const fixed = content.subjects.length - chosen.length
  const { rows: people } = await db.execute<{ combo: number; split: number; expected: number }>(sql`
    with sizes as (select combo, count(*)::int as subjects from ${combos} group by combo)
    select count(*) filter (where ${choice} and s.combo is null)::int as combo, (sum(${fixed}::int + coalesce(s.subjects, 0)))::int as expected,
      (select count(*) from (select from candidate where exam_id = ${exam.id} and status = 'in'
        group by org_id having count(distinct school_id) > 1) split)::int as split
    from candidate c left join sizes s on s.combo = c.combo where c.exam_id = ${exam.id} and c.status = 'in'`)
  const { rows: papers } = await db.execute<{ above: number; step: number }>(sql`
    with faulty as materialized (
      select p.candidate_id, p.mark > e.full_mark as above, p.mark % ${exam.step}::int <> 0 as step
      from paper p join exam_subject e on e.exam_id = p.exam_id and e.subject_id = p.subject_id
      where p.exam_id = ${exam.id} and (p.mark > e.full_mark or p.mark % ${exam.step}::int <> 0)
    )
    select count(*) filter (where f.above)::int as above, count(*) filter (where f.step)::int as step
    from faulty f join candidate c on c.exam_id = ${exam.id} and c.id = f.candidate_id and c.status = 'in'`)
  const outside = choice ? await outsideOf(db, exam.id, chosen, combos) : 0
  const { rows: entered } = await db.execute<{ all: number }>(
    sql`select coalesce(sum(entered), 0)::int as "all" from paper_count where exam_id = ${exam.id}`,
  )
  const { rows: parts } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exam_part where exam_id = ${exam.id} and state <> 'submitted'`,
  )
  const { combo = 0, split = 0, expected } = people[0] ?? {}
  const { above = 0, step = 0 } = papers[0] ?? {}
  return {
    blocking: { combo, above, step, outside, split },
    warnings: { parts: parts[0]?.count ?? 0, missing: Math.max(0, (expected ?? 0) - (entered[0]?.all ?? 0)) },
  }
}

/** The papers in subjects that their candidates have not chosen. */
async function outsideOf(db: Db, examId: number, chosen: readonly number[], combos: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from paper p
      join candidate c on c.exam_id = p.exam_id and c.id = p.candidate_id and c.status = 'in'
    where p.exam_id = ${examId} and p.subject_id = any (${sql.param([...chosen])}::bigint[])
      and not exists (select from ${combos} where own.combo = c.combo and own.subject_id = p.subject_id)`)
  return rows[0]?.count ?? 0
}
