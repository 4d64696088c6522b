import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { type ExamRecord, examsSeen } from '#src/features/exams/exam-access.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type ComparedShifts, compareShifts, type SchoolShift } from './far-shifts.ts'

// Marks are compared with those of the same pupils in their last exam. Far is what `far-shifts.ts` says.

/** Pupils who are asked which exams they took. */
const ASKED = 200
/** Pupils of all schools whose shift stands for that of all: their mean is within half a point of it. */
const SAMPLE = 2000

/** The last exam of a subject, with both full marks. */
type Last = { id: number; name: string; subject: number; full: number; fullBefore: number }
type Shifts = {
  far: ComparedShifts['far']
  /** The name of the last exam of a subject. */
  lastOf(subject: number): string
  /** Whether a school was compared in a subject, or any school. */
  comparedIn(subject: number, school?: number): boolean
}
type ShiftRow = SchoolShift & { org: number | null }

type Compared = {
  exam: ExamRecord
  /** Marks of the pupils that are compared, as `storedMarks` gives them. */
  own: SQL
  /** Marks of the others; null where `own` has all of them. */
  others: SQL | null
  /** Which of the own rows the actor may see. */
  sees?: (row: ShiftRow) => boolean
}

/** How far schools have moved since the last exam of their pupils. */
export async function shiftsSince(
  db: Db,
  actor: Actor,
  { exam, own, others, sees = () => true }: Compared,
): Promise<Shifts> {
  const lasts = await lastExams(db, actor, exam)
  const found: ComparedShifts = { far: [], compared: [] }
  for (const subjects of Map.groupBy(lasts, ({ id }) => id).values()) {
    const seen = (await readShifts(db, own, subjects)).filter(sees)
    const { far, compared } = compareShifts(seen, others ? await readShifts(db, others, subjects) : seen)
    found.far.push(...far)
    found.compared.push(...compared)
  }
  const pairs = Map.groupBy(found.compared, ({ subject }) => subject)
  const schools = new Map([...pairs].map(([subject, all]) => [subject, new Set(all.map(({ school }) => school))]))
  return {
    far: found.far,
    lastOf: (wanted) => lasts.find(({ subject }) => subject === wanted)?.name ?? '',
    comparedIn: (subject, school) => {
      const compared = schools.get(subject)
      return compared !== undefined && (school === undefined || compared.has(school))
    },
  }
}

/** The stored marks of candidates `candidate`, as a subquery: `school`, `org`, `student`, `subject`, `mark`. */
export function storedMarks(examId: number, { where, org = sql`null::float8` }: { where: SQL; org?: SQL }): SQL {
  return sql`(
    select ${candidate.schoolId} as school, ${org} as org, ${candidate.studentId} as student, p.subject_id as subject, p.mark
    from ${candidate} join paper p on p.exam_id = ${examId} and p.candidate_id = ${candidate.id} and p.mark is not null
    where ${candidate.examId} = ${examId} and ${candidate.status} = 'in' and ${where})`
}

/** The condition for some candidates of all schools, the same ones every time; for all candidates of a small exam. */
export const sampled = (examId: number): SQL => isOneOf(sql`${candidate.id}`, everyOf(examId, SAMPLE))

// The remainder of an id itself may follow the order of the roster, and so leave out schools.
const isOneOf = (id: SQL, every: SQL) => sql`(hashint8(${id}) & 2147483647) % ${every} = 0`

const everyOf = (examId: number, wanted: number) => sql`(
  select greatest(1, coalesce(sum(k.candidates), 0) / ${wanted}::int)::bigint from candidate_count k where k.exam_id = ${examId})`

/**
 * For each subject the latest earlier exam that the actor sees, with marks that count, which at least half of the
 * pupils took. So an exam that a few schools held by themselves is no last time of a whole district.
 */
async function lastExams(db: Db, actor: Actor, { id, since }: ExamRecord): Promise<Last[]> {
  const { rows } = await db.execute<Last>(sql`
    with asked as materialized (
      select a.student_id from candidate a where a.exam_id = ${id} and a.status = 'in' and ${isOneOf(sql`a.id`, everyOf(id, ASKED))}
    ), taken as materialized (
      select c.exam_id from asked join candidate c using (student_id) where c.exam_id <> ${id} and c.status = 'in'
      group by 1 having count(*) * 2 >= (select count(*) from asked)
    )
    select distinct on (s.subject_id) s.subject_id::float8 as subject, exam.id::float8 as id, exam.name::text as name,
      own.full_mark as "full", s.full_mark as "fullBefore"
    from taken join exam on exam.id = taken.exam_id join exam_subject s on s.exam_id = exam.id
      join exam_subject own on own.exam_id = ${id} and own.subject_id = s.subject_id
    where exam.state in ('locked', 'published', 'archived') and (exam.since, exam.id) < (${since}::date, ${id}::bigint)
      and ${examsSeen(actor) ?? sql`true`} and exists (select from paper_count k where k.exam_id = exam.id
        and k.subject_id = s.subject_id and k.entered > k.absent + k.cheat + k.exempt)
    order by s.subject_id, exam.since desc, exam.id desc`)
  return rows
}

/** Sums of marks now and in one earlier exam. Subjects have that exam as their last one. */
async function readShifts(db: Db, marks: SQL, subjects: readonly Last[]): Promise<ShiftRow[]> {
  const before = subjects[0]?.id ?? 0
  const { rows } = await db.execute<ShiftRow>(sql`
    select school::float8 as school, org, subject::float8 as subject, count(*)::int as pupils, sum(now) as now,
      sum(before) as before, sum((now - before) * (now - before)) as squares
    from (
      select n.school, n.org, n.subject, n.mark::float8 / s."full" as now, q.mark::float8 / s."fullBefore" as before
      from ${marks} n
        join candidate b on b.exam_id = ${before} and b.student_id = n.student and b.status = 'in'
        join paper q on q.exam_id = ${before} and q.candidate_id = b.id and q.subject_id = n.subject and q.mark is not null
        join jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as s (subject bigint, "full" int, "fullBefore" int)
          on s.subject = n.subject
    ) pair group by 1, 2, 3`)
  return rows
}
