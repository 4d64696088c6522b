import { and, eq, gte, lte, ne, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { correction } from '#src/features/exam-corrections/correction.table.server.ts'
import { uncomputedCorrections } from '#src/features/exam-run/run-corrections.server.ts'
import { choices } from '#src/features/exam-scheme/exam-scheme.options.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { exam as examTable } from './exam.table.server.ts'
import { candidatesSeen, type ExamRecord, examsSeen, findExam, papersSeen, partsSeen } from './exam-access.server.ts'
import { revisionContent } from './exam-content.server.ts'
import { eventKinds, eventsOf } from './exam-events.server.ts'

/** What stands of an exam: its steps, what blocks the next one, its subjects, and what has happened. */
export const overviewAnswer = v.strictObject({
  id: v.number(),
  version: v.number(),
  name: v.string(),
  state: v.string(),
  /** Whether the actor may set up, lock and publish it. */
  held: v.boolean(),
  /** Whether another exam of these days has the name too: a hint for who holds the exam. */
  sameName: v.boolean(),
  scheme: v.strictObject({
    id: v.number(),
    name: v.string(),
    revision: v.number(),
    /** The number of the scheme's last revision. */
    last: v.number(),
    choice: v.picklist(choices.map(({ value }) => value)),
    combos: v.array(v.string()),
  }),
  step: v.number(),
  deadline: v.nullable(v.string()),
  published: v.number(),
  candidates: v.strictObject({ in: v.number(), out: v.number(), withoutCombo: v.number() }),
  parts: v.strictObject({ open: v.number(), submitted: v.number(), returned: v.number(), late: v.number() }),
  /** Those that wait, of papers that the actor sees; and, for who holds the exam, those that the last run lacks. */
  corrections: v.strictObject({ waiting: v.number(), uncomputed: v.number() }),
  subjects: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      /** Marks, not hundredths. */
      fullMark: v.number(),
      kind: v.string(),
      counts: v.boolean(),
      assigned: v.boolean(),
    }),
  ),
  events: v.array(
    v.strictObject({
      id: v.number(),
      kind: v.picklist(eventKinds),
      school: v.nullable(v.string()),
      reason: v.string(),
      who: v.nullable(v.string()),
      createTime: v.string(),
    }),
  ),
})

/** Reads the overview of an exam. Numbers are of the candidates and schools that the actor sees. */
export async function examOverview(db: Db, actor: Actor, id: number): Promise<v.InferOutput<typeof overviewAnswer>> {
  const exam = await findExam(db, actor, id)
  const content = await revisionContent(db, exam)
  const schools = partsSeen(actor) ?? sql`true`
  const { rows: people } = await db.execute<People>(peopleOf(id, exam.held ? undefined : candidatesSeen(actor)))
  const { rows: parts } = await db.execute<{ open: number; submitted: number; returned: number; late: number }>(sql`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'submitted')::int as submitted,
      count(*) filter (where state = 'returned')::int as returned,
      count(*) filter (where state <> 'submitted' and coalesce(deadline, ${exam.deadline}::timestamptz) < now())::int as late
    from exam_part where exam_id = ${id} and ${schools}`)
  const { rows: waiting } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${correction} where ${correction.examId} = ${id} and ${correction.state} = 'waiting'
      and ${papersSeen(actor, correction) ?? sql`true`}`)
  const { rows: names } = await db.execute<{ scheme: string; last: number }>(sql`
    select name as scheme, (select max(number) from exam_scheme_revision r where r.scheme_id = s.id) as last from exam_scheme s where id = ${exam.schemeId}`)
  const { rows: subjects } = await db.execute<{ id: number; name: string; full: number }>(sql`
    select s.id::float8 as id, s.name, e.full_mark as full from exam_subject e join subject s on s.id = e.subject_id
    where e.exam_id = ${id} order by e.position`)
  const bySubject = new Map(content.subjects.map((one) => [one.subjectId, one]))
  const [found = { in: 0, out: 0, without: 0 }] = people
  return {
    id,
    version: exam.version,
    name: exam.name,
    state: exam.state,
    held: exam.held,
    sameName: exam.held && exam.state !== 'archived' && (await hasNamesake(db, actor, exam)),
    scheme: {
      id: exam.schemeId,
      name: names[0]?.scheme ?? '',
      revision: exam.revision,
      last: names[0]?.last ?? exam.revision,
      choice: content.choice,
      combos: content.choice === 'none' ? [] : content.combinations.map(({ name }) => name),
    },
    step: exam.step,
    deadline: exam.deadline,
    published: exam.published,
    candidates: { in: found.in, out: found.out, withoutCombo: content.choice === 'none' ? 0 : found.without },
    parts: parts[0] ?? { open: 0, submitted: 0, returned: 0, late: 0 },
    corrections: {
      waiting: waiting[0]?.count ?? 0,
      uncomputed: exam.held ? await uncomputedCorrections(db, id) : 0,
    },
    subjects: subjects.map(({ id: subject, name, full }) => {
      const own = bySubject.get(subject)
      return {
        id: subject,
        name,
        fullMark: full / 100,
        kind: own?.kind ?? 'required',
        counts: own?.counts === 1,
        assigned: content.assign === 'bands' && own?.assigned === 1,
      }
    }),
    events: await eventsOf(db, id, exam.held ? sql`true` : sql`(exam_event.school_id is null or ${eventsSeen(actor)})`),
  }
}

/** The condition for the events of the schools that the actor sees. */
function eventsSeen(actor: Actor) {
  const seen = partsSeen(actor) ?? sql`true`
  return sql`exam_event.school_id in (select exam_part.school_id from exam_part where exam_part.exam_id = exam_event.exam_id and ${seen})`
}

type People = { in: number; out: number; without: number }

/** How many take part. Of all candidates, the kept counts tell it: only those who are excluded are counted. */
function peopleOf(id: number, seen: SQL | undefined): SQL {
  if (!seen)
    return sql`select coalesce(sum(candidates), 0)::int as "in", coalesce(sum(candidates) filter (where combo = ''), 0)::int as without,
      (select count(*)::int from candidate where exam_id = ${id} and status = 'out') as "out"
      from candidate_count where exam_id = ${id}`
  return sql`select count(*) filter (where status = 'in')::int as "in", count(*) filter (where status = 'out')::int as "out",
      count(*) filter (where status = 'in' and combo = '')::int as without
    from candidate where exam_id = ${id} and ${seen}`
}

/** Whether the actor sees another exam with the same name whose days overlap. */
async function hasNamesake(db: Db, actor: Actor, own: ExamRecord): Promise<boolean> {
  const found = await db
    .select({ id: examTable.id })
    .from(examTable)
    .where(
      and(
        eq(examTable.name, own.name),
        ne(examTable.id, own.id),
        lte(examTable.since, own.until),
        gte(examTable.until, own.since),
        examsSeen(actor),
      ),
    )
    .limit(1)
  return found.length > 0
}
