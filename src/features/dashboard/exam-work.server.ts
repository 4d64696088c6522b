import { and, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { isLate, seenParts } from '#src/features/exam-data/data-access.server.ts'
import { type Sits, sitsOf } from '#src/features/exam-data/exam-sits.ts'
import { type RunState, runState } from '#src/features/exam-run/run-store.server.ts'
import { exam, examPart } from '#src/features/exams/exam.table.server.ts'
import { examsSeen, heldSql } from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'

/** Exams that a panel shows. */
const SHOWN = 5
/** Late schools that are named. */
const NAMED = 3

const head = { id: v.number(), name: v.string() }

/** Exams that collect marks. The counts are of the schools that the caller sees as a whole; without any, all are 0. */
export const collectingAnswer = v.strictObject({
  list: v.array(
    v.strictObject({
      ...head,
      deadline: v.nullable(v.string()),
      schools: v.number(),
      submitted: v.number(),
      /** How many are past their deadline, and the names of some. */
      late: v.number(),
      lateNames: v.array(v.string()),
      expected: v.number(),
      entered: v.number(),
    }),
  ),
})

/** Exams that wait for the caller: to be locked, computed again, or published. */
export const waitingAnswer = v.strictObject({
  list: v.array(v.strictObject({ ...head, step: v.picklist(['lock', 'compute', 'publish']) })),
})

type Collecting = v.InferOutput<typeof collectingAnswer>['list'][number]
type Waiting = v.InferOutput<typeof waitingAnswer>['list'][number]
type Counts = Omit<Collecting, 'id' | 'name' | 'deadline'>

/** The newest exams that collect marks, with what is entered, from the counts that the board reads. */
export async function collectingExams(db: Db, actor: Actor): Promise<Collecting[]> {
  const exams = await db
    .select()
    .from(exam)
    .where(and(eq(exam.state, 'collecting'), examsSeen(actor)))
    .orderBy(desc(exam.since), desc(exam.id))
    .limit(SHOWN)
  const list: Collecting[] = []
  for (const one of exams) {
    const counts = await countsOf(db, actor, one, sitsOf(await revisionContent(db, one)))
    list.push({ id: one.id, name: one.name, deadline: one.deadline, ...counts })
  }
  return list
}

async function countsOf(
  db: Db,
  actor: Actor,
  { id, deadline }: typeof exam.$inferSelect,
  { everyone, combos }: Sits,
): Promise<Counts> {
  const more = combos.map(({ subjectIds }) => subjectIds.filter((one) => !everyone.includes(one)).length)
  const { rows } = await db.execute<Counts>(sql`
    with own as materialized (
      select ${examPart.schoolId} as school_id, ${examPart.state} as state, coalesce(${isLate(deadline)}, false) as late
      from ${examPart} where ${examPart.examId} = ${id} and ${seenParts(actor)}
    ), people as (
      select sum(c.candidates * (${everyone.length}::int + coalesce(w.more, 0)))::int as expected
      from candidate_count c left join unnest(${sql.param(combos.map(({ name }) => name))}::text[], ${sql.param(more)}::int[]) as w (combo, more)
        on w.combo = c.combo
      where c.exam_id = ${id} and c.school_id in (select school_id from own)
    ), papers as (
      select sum(entered)::int as entered from paper_count where exam_id = ${id} and school_id in (select school_id from own)
    )
    select (select count(*)::int from own) as schools, (select count(*)::int from own where state = 'submitted') as submitted,
      (select count(*)::int from own where late) as late,
      array(select o.name from own join organization o on o.id = own.school_id where own.late order by o.path limit ${NAMED}) as "lateNames",
      coalesce((select expected from people), 0) as expected, coalesce((select entered from papers), 0) as entered`)
  const [found] = rows
  if (!found) throw new Error('a statement without a row')
  return found
}

/** The exams whose next step is the caller's. */
export async function waitingExams(db: Db, actor: Actor): Promise<Waiting[]> {
  const { rows } = await db.execute<{ id: number; name: string; state: string; run: RunState | null }>(sql`
    select ${exam.id}::float8 as id, ${exam.name} as name, ${exam.state} as state, run.state as run
    from ${exam} left join lateral (
      select ${runState} as state from exam_run r left join job j on j.id = r.job_id
      where r.exam_id = ${exam.id} order by r.number desc limit 1) run on true
    where ${heldSql(actor)} and (
      ${exam.state} = 'locked' and run.state is distinct from 'computing'
      or ${exam.state} = 'collecting' and exists (select from ${examPart} where ${examPart.examId} = ${exam.id})
        and not exists (select from ${examPart} where ${examPart.examId} = ${exam.id} and ${examPart.state} <> 'submitted'))
    order by ${exam.since} desc, ${exam.id} desc limit 50`)
  const list = rows.flatMap(({ id, name, state, run }): Waiting[] => {
    if (state === 'locked' && run === 'done')
      return can(actor, 'exam/exam/publish') ? [{ id, name, step: 'publish' }] : []
    return can(actor, 'exam/exam/lock') ? [{ id, name, step: state === 'locked' ? 'compute' : 'lock' }] : []
  })
  return list.slice(0, SHOWN)
}
