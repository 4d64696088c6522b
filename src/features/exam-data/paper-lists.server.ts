import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { candidate, examPart } from '#src/features/exams/exam.table.server.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { examHead, headOf, subjectHead } from './board.server.ts'
import { dataExam, isLate, seenCandidates, seenParts } from './data-access.server.ts'
import { paperText } from './mark-cell.ts'

export const placesAnswer = v.strictObject({
  schools: v.array(v.strictObject({ id: v.number(), name: v.string() })),
  /** The chosen school; the first one by default. */
  school: v.nullable(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      state: v.string(),
      deadline: v.nullable(v.string()),
      late: v.boolean(),
      reason: v.string(),
      /** Whether the actor sees all of it. */
      whole: v.boolean(),
      classes: v.array(v.strictObject({ id: v.number(), name: v.string(), candidates: v.number() })),
    }),
  ),
})

type Places = v.InferOutput<typeof placesAnswer>
type School = NonNullable<Places['school']>

/** The schools in which the actor sees candidates, and the classes of one of them. */
export async function readPlaces(
  db: Db,
  actor: Actor,
  { id, schoolId }: { id: number; schoolId?: number | undefined },
): Promise<Places> {
  const { exam } = await dataExam(db, actor, id)
  const { rows: schools } = await db.execute<{ id: number; name: string }>(sql`
    select ${examPart.schoolId}::float8 as id, o.name from ${examPart} join organization o on o.id = ${examPart.schoolId}
      left join organization above on above.id = o.pid
    where ${examPart.examId} = ${id} and (${seenParts(actor)} or exists (select from ${candidate} where ${candidate.examId} = ${id}
      and ${candidate.schoolId} = ${examPart.schoolId} and ${seenCandidates(actor)}))
    order by above.path, o.sort_key, o.id`)
  const chosen = schools.find((one) => one.id === schoolId) ?? schools[0]
  if (!chosen) return { schools, school: null }
  const { rows: parts } = await db.execute<Pick<School, 'state' | 'deadline' | 'late' | 'reason' | 'whole'>>(sql`
    select ${examPart.state} as state, coalesce(${isLate(exam.deadline)}, false) as late, ${examPart.reason} as reason, ${seenParts(actor)} as whole,
      to_char(coalesce(${examPart.deadline}, ${exam.deadline}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as deadline
    from ${examPart} where ${examPart.examId} = ${id} and ${examPart.schoolId} = ${chosen.id}`)
  const { rows: classes } = await db.execute<School['classes'][number]>(sql`
    select o.id::float8 as id, o.name, n.candidates from (
      select ${candidate.orgId} as org_id, count(*)::int as candidates from ${candidate} where ${candidate.examId} = ${id}
        and ${candidate.schoolId} = ${chosen.id} and ${candidate.status} = 'in' and ${seenCandidates(actor)} group by 1
    ) n join organization o on o.id = n.org_id left join organization above on above.id = o.pid order by above.path, o.sort_key, o.id`)
  const part = parts[0] ?? { state: 'open', deadline: null, late: false, reason: '', whole: false }
  return { schools, school: { ...chosen, ...part, classes } }
}

/** A paper as it is typed, and its version. An empty cell has version 0. */
export const paperCell = v.strictObject({ value: v.string(), version: v.number() })

export const papersAnswer = v.strictObject({
  exam: examHead,
  subjects: v.array(subjectHead),
  sits: v.strictObject({
    everyone: v.array(v.number()),
    combos: v.array(v.strictObject({ name: v.string(), subjectIds: v.array(v.number()) })),
  }),
  candidates: v.array(
    v.strictObject({
      id: v.number(),
      number: v.string(),
      /** The first character alone without the node `exam/candidate/pupil`. */
      name: v.string(),
      combo: v.string(),
      /** By subject of the exam. */
      papers: v.array(v.nullable(paperCell)),
      /** What waiting corrections want, for those who see corrections. */
      waiting: v.array(v.strictObject({ subjectId: v.number(), wanted: v.string() })),
    }),
  ),
})

type Line = {
  id: number
  number: string
  name: string
  combo: string
  papers: [number, number | null, number, number][]
  waiting: { subjectId: number; wanted: string }[]
}

/** The candidates of a class that the actor sees, with their papers, in one statement. */
export async function readPapers(
  db: Db,
  actor: Actor,
  { id, schoolId, orgId }: { id: number; schoolId: number; orgId: number },
): Promise<v.InferOutput<typeof papersAnswer>> {
  const all = await dataExam(db, actor, id)
  const taught = (await subjectsTaught(db, actor, [orgId])).get(orgId)
  const data = taught ? { ...all, subjects: all.subjects.filter((one) => taught.has(one.id)) } : all
  const { rows } = await db.execute<Line>(sql`
    select ${candidate.id}::float8 as id, ${candidate.number} as number, ${candidate.name} as name, ${candidate.combo} as combo,
      coalesce((select json_agg(json_build_array(p.subject_id, p.mark, p.flag, p.version)) from paper p
        where p.exam_id = ${id} and p.candidate_id = ${candidate.id}), '[]') as papers, ${can(actor, 'exam/correction/index') ? waitingOf(id) : sql`'[]'::json`} as waiting
    from ${candidate} where ${candidate.examId} = ${id} and ${candidate.schoolId} = ${schoolId} and ${candidate.orgId} = ${orgId}
      and ${candidate.status} = 'in' and ${seenCandidates(actor)}
    order by length(${candidate.number}), ${candidate.number}, ${candidate.id}`)
  const place = new Map(data.subjects.map((one, at) => [one.id, at]))
  const named = can(actor, 'exam/candidate/pupil')
  return {
    exam: headOf(data),
    subjects: data.subjects,
    sits: data.sits,
    candidates: rows.map(({ papers, waiting, ...one }) => {
      const cells = data.subjects.map((): v.InferOutput<typeof paperCell> | null => null)
      for (const [subject, mark, flag, version] of papers) {
        const at = place.get(subject)
        if (at !== undefined) cells[at] = { value: paperText({ mark, flag }), version }
      }
      return {
        ...one,
        name: named || one.name === '' ? one.name : `${one.name.slice(0, 1)}***`,
        papers: cells,
        waiting: waiting.filter(({ subjectId }) => place.has(subjectId)),
      }
    }),
  }
}

/** The waiting corrections of the candidate `candidate`, found by `correction_waiting_key`. */
function waitingOf(examId: number): SQL {
  return sql`coalesce((select json_agg(json_build_object('subjectId', c.subject_id, 'wanted', c.wanted) order by c.subject_id)
    from correction c where c.exam_id = ${examId} and c.candidate_id = ${candidate.id} and c.state = 'waiting'), '[]')`
}
