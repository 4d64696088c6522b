import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { examPart } from '#src/features/exams/exam.table.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type DataExam, dataExam, isLate, seenParts } from './data-access.server.ts'

const counts = { entered: v.number(), absent: v.number(), cheat: v.number(), exempt: v.number() }

export const examHead = v.strictObject({
  id: v.number(),
  name: v.string(),
  state: v.string(),
  held: v.boolean(),
  deadline: v.nullable(v.string()),
  /** Hundredths. */
  step: v.number(),
})
/** Full mark in hundredths. */
export const subjectHead = v.strictObject({ id: v.number(), name: v.string(), fullMark: v.number() })

export const boardAnswer = v.strictObject({
  exam: examHead,
  subjects: v.array(subjectHead),
  schools: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      state: v.string(),
      /** Its own deadline. */
      deadline: v.nullable(v.string()),
      late: v.boolean(),
      /** It has first submitted after its deadline. */
      submittedLate: v.boolean(),
      remindTime: v.nullable(v.string()),
      submitTime: v.nullable(v.string()),
      reason: v.string(),
      candidates: v.number(),
      /** By subject of the exam. */
      cells: v.array(v.strictObject({ expected: v.number(), ...counts })),
    }),
  ),
})

type Board = v.InferOutput<typeof boardAnswer>
type Cell = Board['schools'][number]['cells'][number]

/** The schools that the actor sees as a whole, in the order of the tree, with what each has entered. */
export async function readBoard(db: Db, actor: Actor, id: number): Promise<Board> {
  const data = await dataExam(db, actor, id)
  const { rows: schools } = await db.execute<Omit<Board['schools'][number], 'cells'>>(sql`
    select ${examPart.schoolId}::float8 as id, o.name, ${examPart.state} as state, ${iso('deadline')} as deadline,
      coalesce(${isLate(data.exam.deadline)}, false) as late,
      coalesce(${examPart.state} = 'submitted' and s.first > coalesce(${examPart.deadline}, ${data.exam.deadline}::timestamptz), false) as "submittedLate",
      ${iso('remind_time')} as "remindTime",
      ${iso('submit_time')} as "submitTime", ${examPart.reason} as reason, coalesce(n.candidates, 0)::int as candidates
    from ${examPart} join organization o on o.id = ${examPart.schoolId}
      left join (select school_id, sum(candidates) as candidates from candidate_count where exam_id = ${id} group by 1) n
        on n.school_id = ${examPart.schoolId}
      left join (select school_id, min(create_time) as first from exam_event where exam_id = ${id} and kind = 'submitted' group by 1) s
        on s.school_id = ${examPart.schoolId}
      left join organization above on above.id = o.pid
    where ${examPart.examId} = ${id} and ${seenParts(actor)} order by above.path, o.sort_key, o.id`)
  const cells = await cellsOf(db, data)
  const none = data.subjects.map((): Cell => ({ expected: 0, entered: 0, absent: 0, cheat: 0, exempt: 0 }))
  return {
    exam: headOf(data),
    subjects: data.subjects,
    schools: schools.map((school) => ({ ...school, cells: cells.get(school.id) ?? none })),
  }
}

/** What a browser knows of an exam. */
export function headOf({ exam }: DataExam): v.InferOutput<typeof examHead> {
  const { id, name, state, held, deadline, step } = exam
  return { id, name, state, held, deadline, step }
}

/** An instant of a part as text of JSON. */
function iso(column: 'deadline' | 'remind_time' | 'submit_time') {
  return sql`to_char(${sql.raw(`exam_part.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}

/**
 * By school, the counts of each subject. All are kept (`paper_count`, `candidate_count`), so a million candidates cost
 * no more than a thousand.
 */
export async function cellsOf(
  db: Db,
  { exam, subjects, sits }: DataExam,
  schoolId?: number,
): Promise<Map<number, Cell[]>> {
  const pairs = sits.combos.flatMap(({ name, subjectIds }) => subjectIds.map((subject) => ({ name, subject })))
  const one = schoolId === undefined ? sql`true` : sql`school_id = ${schoolId}`
  const { rows } = await db.execute<Cell & { school: number; subject: number }>(sql`
    with people as materialized (
      select school_id, combo, candidates from candidate_count where exam_id = ${exam.id} and candidates > 0 and ${one}
    ), expected as (
      select p.school_id, s.id as subject_id, sum(p.candidates) as expected
      from people p cross join unnest(${sql.param(sits.everyone)}::bigint[]) as s (id) group by 1, 2
      union all
      select p.school_id, s.id, sum(p.candidates) from people p join unnest(${sql.param(pairs.map(({ name }) => name))}::text[],
        ${sql.param(pairs.map(({ subject }) => subject))}::bigint[]) as s (combo, id) on s.combo = p.combo
      where s.id <> all (${sql.param(sits.everyone)}::bigint[]) group by 1, 2
    ), counted as (select * from paper_count where exam_id = ${exam.id} and ${one})
    select school_id::float8 as school, subject_id::float8 as subject, coalesce(e.expected, 0)::int as expected,
      coalesce(c.entered, 0) as entered, coalesce(c.absent, 0) as absent, coalesce(c.cheat, 0) as cheat, coalesce(c.exempt, 0) as exempt
    from expected e full join counted c using (school_id, subject_id)`)
  const place = new Map(subjects.map(({ id }, at) => [id, at]))
  const found = new Map<number, Cell[]>()
  for (const { school, subject, ...cell } of rows) {
    const at = place.get(subject)
    if (at === undefined) continue
    let list = found.get(school)
    if (!list) {
      list = subjects.map(() => ({ expected: 0, entered: 0, absent: 0, cheat: 0, exempt: 0 }))
      found.set(school, list)
    }
    list[at] = cell
  }
  return found
}
