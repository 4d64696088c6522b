import { and, asc, eq, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { dataExam, seenCandidates } from '#src/features/exam-data/data-access.server.ts'
import { sitsIn } from '#src/features/exam-data/exam-sits.ts'
import { paperText } from '#src/features/exam-data/mark-cell.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { findExam, subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { containsSql } from '#src/server/list/contains.server.ts'

/** Candidates of a page of choices. */
const PAGE = 10

/** The name of a candidate as the actor sees it. */
function nameFor(actor: Actor, name: string): string {
  return can(actor, 'exam/candidate/pupil') || name === '' ? name : `${name.slice(0, 1)}***`
}

export const foundAnswer = v.strictObject({
  list: v.array(v.strictObject({ value: v.number(), label: v.string(), hint: v.string() })),
  more: v.boolean(),
})

/** The candidates of an exam by number; by name too for those who may see names. */
export async function findCandidates(
  db: Db,
  actor: Actor,
  { examId, quickSearch, page }: { examId: number; quickSearch: string; page: number },
): Promise<v.InferOutput<typeof foundAnswer>> {
  await findExam(db, actor, examId)
  const byNumber = containsSql(candidate.number, quickSearch)
  const found = can(actor, 'exam/candidate/pupil') ? or(byNumber, containsSql(candidate.name, quickSearch)) : byNumber
  const rows = await db
    .select({ value: candidate.id, number: candidate.number, name: candidate.name, hint: organization.name })
    .from(candidate)
    .innerJoin(organization, eq(organization.id, candidate.orgId))
    .where(
      and(
        eq(candidate.examId, examId),
        eq(candidate.status, 'in'),
        seenCandidates(actor),
        quickSearch === '' ? undefined : found,
      ),
    )
    .orderBy(sql`length(${candidate.number})`, asc(candidate.number))
    .limit(PAGE + 1)
    .offset((page - 1) * PAGE)
  const list = rows.slice(0, PAGE).map(({ value, number, name, hint }) => {
    return { value, label: `${number} ${nameFor(actor, name)}`.trim(), hint }
  })
  return { list, more: rows.length > PAGE }
}

export const papersOfOneAnswer = v.strictObject({
  id: v.number(),
  number: v.string(),
  name: v.string(),
  org: v.string(),
  state: v.string(),
  /** Hundredths, as the full marks. */
  step: v.number(),
  subjects: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      fullMark: v.number(),
      /** What the paper has; empty for no paper. */
      value: v.string(),
      /** A correction of it waits. */
      waits: v.boolean(),
    }),
  ),
})

/** The papers of a candidate that the actor may ask to correct. @throws AppError 404 */
export async function papersOfOne(
  db: Db,
  actor: Actor,
  { examId, candidateId }: { examId: number; candidateId: number },
): Promise<v.InferOutput<typeof papersOfOneAnswer>> {
  const { exam, subjects, sits } = await dataExam(db, actor, examId)
  const { rows } = await db.execute<{ number: string; name: string; combo: string; orgId: number; org: string }>(sql`
    select ${candidate.number} as number, ${candidate.name} as name, ${candidate.combo} as combo, ${candidate.orgId}::float8 as "orgId", o.name as org
    from ${candidate} join organization o on o.id = ${candidate.orgId} where ${candidate.examId} = ${examId} and ${candidate.id} = ${candidateId}
      and ${candidate.status} = 'in' and ${seenCandidates(actor)}`)
  const [person] = rows
  if (!person) throw new AppError(404, m.error_rowMissing())
  const { number, name, combo, orgId, org } = person
  const taught = (await subjectsTaught(db, actor, [orgId])).get(orgId)
  const { rows: papers } = await db.execute<{ id: number; mark: number | null; flag: number }>(sql`
    select subject_id::float8 as id, mark, flag from paper where exam_id = ${examId} and candidate_id = ${candidateId}`)
  const { rows: waiting } = await db.execute<{ id: number }>(sql`
    select subject_id::float8 as id from correction where exam_id = ${examId} and candidate_id = ${candidateId} and state = 'waiting'`)
  const values = new Map(papers.map(({ id, ...value }) => [id, paperText(value)]))
  const waits = new Set(waiting.map(({ id }) => id))
  const sat = sitsIn(sits)
  const own = subjects.filter(({ id }) => sat(combo, id) && taught?.has(id) !== false)
  return {
    id: candidateId,
    number,
    name: nameFor(actor, name),
    org,
    state: exam.state,
    step: exam.step,
    subjects: own.map((one) => ({ ...one, value: values.get(one.id) ?? '', waits: waits.has(one.id) })),
  }
}
