import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { comboErrors } from './candidate.rules.server.ts'
import type { ExamRecord } from './exam-access.server.ts'

// The roster of an exam comes from the enrolment of its roster date. What changes later is a difference, which somebody
// accepts.

/** Kinds of differences between the roster and the enrolment. */
export const differenceKinds = ['new', 'moved', 'renamed', 'gone'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Where the numbers of new candidates come from: the student's own number, or school code and serial. */
export const numberings = ['student', 'serial'] as const
export type Numbering = (typeof numberings)[number]

export type PlannedDifference = {
  kind: DifferenceKind
  studentId: number
  /** The exam number, or the number of a student who is new. */
  number: string
  name: string
  /** The name of the class, or of the school, on the roster and in the enrolment; null for none. */
  from: string | null
  to: string | null
  /** The part of a school that is concerned is submitted: it has to be returned before. */
  closed: boolean
}

export type RosterPlan = {
  counts: Record<DifferenceKind, number>
  /** Differences that wait for the part of a school. */
  closed: number
  /** Students of the years whose organization belongs to no school. */
  homeless: number
  schools: number
  list: PlannedDifference[]
}

/** The differences that a screen lists. All are counted. */
const LISTED = 500

type RosterExam = Pick<ExamRecord, 'id' | 'yearIds' | 'orgIds' | 'censusDate'>

/**
 * Common table expressions: `wanted` has who is to be on the roster, `difference` what differs from it. A suspended
 * student does not take part. Somebody who was excluded stays so.
 */
function differencesOf({ id, yearIds, orgIds, censusDate }: RosterExam): SQL {
  return sql`
    place as materialized (
      select o.id, school_of(o.id) as school_id from organization o
      where exists (select from organization top where top.id = any (${sql.param(orgIds)}::bigint[])
        and o.path >= top.path and o.path < rtrim(top.path, '/') || '0')
    ), wanted as materialized (
      select distinct on (s.id) s.id as student_id, s.number, s.name, e.org_id, place.school_id
      from student s join enrolment_span e on e.student_id = s.id join place on place.id = e.org_id
      where s.year_id = any (${sql.param(yearIds)}::bigint[]) and s.status <> 'suspended'
        and e.since <= ${censusDate}::date and (e.until is null or e.until >= ${censusDate}::date)
      order by s.id, e.since desc
    ), known as materialized (
      select * from candidate where exam_id = ${id}
    ), compared as (
      select w.student_id, w.number, w.name, w.org_id, w.school_id, k.id as candidate_id, k.number as exam_number, k.name as old_name,
        k.org_id as old_org, k.school_id as old_school,
        case when k.id is null then 'new'
          when (k.org_id, k.school_id) is distinct from (w.org_id, w.school_id) then 'moved' when k.name <> w.name then 'renamed' end as kind
      from wanted w left join known k using (student_id) where w.school_id is not null
      union all
      select k.student_id, k.number, k.name, null, null, k.id, k.number, k.name, k.org_id, k.school_id, 'gone'
      from known k where k.status = 'in' and not exists (select from wanted w where w.student_id = k.student_id and w.school_id is not null)
    ), difference as materialized (
      select c.*, exists (select from exam_part p where p.exam_id = ${id} and p.school_id in (c.school_id, c.old_school) and p.state = 'submitted') as closed
      from compared c where c.kind is not null
    )`
}

/** What the enrolment says differently from the roster, without a change. */
export async function planRoster(db: Db, exam: RosterExam): Promise<RosterPlan> {
  const { rows } = await db.execute<{ kind: DifferenceKind; count: number; closed: number }>(sql`
    with ${differencesOf(exam)} select kind, count(*)::int as count, count(*) filter (where closed)::int as closed from difference group by kind`)
  const { rows: facts } = await db.execute<{ homeless: number; schools: number }>(sql`
    with ${differencesOf(exam)} select count(*) filter (where school_id is null)::int as homeless, count(distinct school_id)::int as schools from wanted`)
  const { rows: list } = await db.execute<PlannedDifference>(sql`
    with ${differencesOf(exam)}
    select d.kind, d.student_id::float8 as "studentId", coalesce(d.exam_number, d.number) as number, d.name, old.name as "from", new.name as "to", d.closed
    from difference d left join organization old on old.id = d.old_org left join organization new on new.id = d.org_id
    order by array_position(array['gone', 'moved', 'renamed', 'new'], d.kind), new.path, d.number, d.student_id limit ${LISTED}`)
  const counts = { new: 0, moved: 0, renamed: 0, gone: 0 }
  for (const { kind, count } of rows) counts[kind] = count
  const [{ homeless, schools } = { homeless: 0, schools: 0 }] = facts
  return { counts, closed: rows.reduce((sum, one) => sum + one.closed, 0), homeless, schools, list }
}

export type RosterChoice = { kinds: readonly DifferenceKind[]; numbering: Numbering; except: readonly number[] }

/**
 * Accepts differences. Before the exam is open, who is gone leaves the roster; later, the candidate is excluded, and
 * keeps the marks. Parts that are submitted are left as they are.
 * @param except students whose differences are not accepted
 */
export async function acceptRoster(
  tx: Db,
  exam: RosterExam & Pick<ExamRecord, 'state'>,
  { kinds, numbering, except }: RosterChoice,
): Promise<Record<DifferenceKind, number>> {
  const chosen = sql`(select * from difference where kind = any (${sql.param([...kinds])}::text[]) and not closed
    and student_id <> all (${sql.param([...except])}::bigint[]))`
  const gone =
    exam.state === 'draft'
      ? sql`delete from candidate c using chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'gone' returning 1`
      : sql`update candidate c set status = 'out', reason = ${m.candidate_goneReason({ day: exam.censusDate })}
          from chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'gone' returning 1`
  const { rows } = await tx.execute<Record<DifferenceKind, number>>(sql`
    with ${differencesOf(exam)}, chosen as materialized ${chosen},
    last as (
      select d.school_id, coalesce(max((regexp_match(k.number, '-([0-9]{4,7})$'))[1]::int), 0) as serial
      from (select distinct school_id from chosen) d join organization o on o.id = d.school_id
        left join known k on k.school_id = d.school_id and starts_with(k.number, o.code || '-') group by 1
    ), added as (
      insert into candidate (exam_id, student_id, number, name, school_id, org_id)
      select ${exam.id}, n.student_id, ${numbering === 'student' ? sql`n.number` : sql`n.serial_number`}, n.name, n.school_id, n.org_id from (
        select d.*, place.path, school.code || '-' || to_char(last.serial
          + row_number() over (partition by d.school_id order by place.path, d.name, d.student_id), 'FM9990999') as serial_number
        from chosen d join organization school on school.id = d.school_id join organization place on place.id = d.org_id
          join last on last.school_id = d.school_id where d.kind = 'new'
      ) n order by n.path, n.number returning 1
    ), moved as (
      update candidate c set school_id = d.school_id, org_id = d.org_id, name = d.name
      from chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'moved' returning 1
    ), renamed as (
      update candidate c set name = d.name
      from chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'renamed' returning 1
    ), gone as (${gone})
    select (select count(*)::int from added) as new, (select count(*)::int from moved) as moved,
      (select count(*)::int from renamed) as renamed, (select count(*)::int from gone) as gone`)
  await alignParts(tx, exam.id)
  const [done] = rows
  if (!done) throw new Error('a statement without a row')
  return done
}

/** Each school with candidates has a part. A part without candidates and without marks goes. */
export async function alignParts(tx: Db, examId: number): Promise<void> {
  await tx.execute(sql`insert into exam_part (exam_id, school_id)
    select distinct exam_id, school_id from candidate where exam_id = ${examId} on conflict do nothing`)
  await tx.execute(sql`delete from exam_part p where p.exam_id = ${examId}
    and not exists (select from candidate c where c.exam_id = ${examId} and c.school_id = p.school_id)`)
}

/** `student`: the student's own number. `number`: the exam number; empty for the student's own. */
export type NewCandidate = { student: string; number: string; combo: string }

/**
 * Adds one student of the actor's data scope to the roster, at the present place. @throws AppError 422 for
 * a student who is not seen, is at no school, or at one outside of the exam
 */
export async function addCandidate(
  tx: Db,
  actor: Actor,
  exam: ExamRecord,
  one: NewCandidate,
): Promise<{ id: number; name: string }> {
  const { rows: places } = await tx.execute<{ id: number; school: number | null; inside: boolean }>(sql`
    select ${student.id}::float8 as id, school_of(${student.orgId})::float8 as school,
      exists (select from organization top join organization o on o.id = ${student.orgId} and starts_with(o.path, top.path)
        where top.id = any (${sql.param(exam.orgIds)}::bigint[])) as inside
    from ${student} where ${student.number} = ${one.student} and ${scope(actor, { organization: student.orgId }) ?? sql`true`}`)
  const [place] = places
  if (!place) throw invalid<NewCandidate>({ student: [m.candidate_unknownStudent()] })
  if (place.school === null) throw invalid<NewCandidate>({ student: [m.candidate_noSchool()] })
  if (!place.inside) throw invalid<NewCandidate>({ student: [m.candidate_outside()] })
  const errors = await comboErrors(tx, exam, one.combo)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`
    insert into candidate (exam_id, student_id, number, name, school_id, org_id, combo)
    select ${exam.id}, id, ${one.number || one.student}, name, ${place.school}, org_id, ${one.combo} from student where id = ${place.id}
    returning id::float8 as id, name`)
  await alignParts(tx, exam.id)
  const [added] = rows
  if (!added) throw new Error('an insertion without a row')
  return added
}
