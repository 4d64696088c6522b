import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
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
 * student does not take part. Somebody who was excluded stays so. Each has all that the statements need: without
 * statistics, the database would join them with others row by row.
 */
function differencesOf({ id, yearIds, orgIds, censusDate }: RosterExam): SQL {
  return sql`
    place as materialized (
      select o.id, o.path, school_of(o.id) as school_id from (
        select distinct below.id, below.path from organization top
          join organization below on below.path >= top.path and below.path < rtrim(top.path, '/') || '0'
        where top.id = any (${sql.param(orgIds)}::bigint[])
      ) o
    ), wanted as materialized (
      select distinct on (s.id) s.id as student_id, s.number, s.name, e.org_id, place.school_id
      from student s join enrolment_span e on e.student_id = s.id join place on place.id = e.org_id
      where s.year_id = any (${sql.param(yearIds)}::bigint[]) and s.status <> 'suspended'
        and e.since <= ${censusDate}::date and (e.until is null or e.until >= ${censusDate}::date)
      order by s.id, e.since desc
    ), known as materialized (
      select id, student_id, number, name, org_id, school_id, status from candidate where exam_id = ${id}
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
  const { rows } = await db.execute<RosterPlan>(sql`
    with ${differencesOf(exam)}, counted as (
      select kind, count(*) as count, count(*) filter (where closed) as closed from difference group by kind
    ), listed as (
      select d.kind, d.student_id, coalesce(d.exam_number, d.number) as number, d.name, old.name as old_name, new.name as new_name, d.closed,
        d.rank, d.path, d.number as own
      from (
        select o.*, place.path, array_position(array['gone', 'moved', 'renamed', 'new'], o.kind) as rank
        from difference o left join place on place.id = o.org_id
        order by rank, path, o.number, o.student_id limit ${LISTED}
      ) d left join organization old on old.id = d.old_org left join organization new on new.id = d.org_id
    )
    select (select jsonb_build_object('new', 0, 'moved', 0, 'renamed', 0, 'gone', 0) || coalesce(jsonb_object_agg(kind, count), '{}') from counted) as counts,
      (select coalesce(sum(closed), 0)::int from counted) as closed,
      count(*) filter (where school_id is null)::int as homeless, count(distinct school_id)::int as schools,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'studentId', student_id, 'number', number, 'name', name,
        'from', old_name, 'to', new_name, 'closed', closed) order by rank, path, own, student_id), '[]') from listed) as list
    from wanted`)
  const [plan] = rows
  if (!plan) throw new Error('a statement without a row')
  return plan
}

/** New candidates with numbers of school code and serial, after the last one of their school. */
const withSerials = sql`(
  select d.student_id, d.name, d.school_id, d.org_id, d.kind, school.code || '-' || to_char(coalesce(last.serial, 0)
    + row_number() over (partition by d.school_id order by place.path, d.name, d.student_id), 'FM9990999') as number
  from chosen d join place on place.id = d.org_id join organization school on school.id = d.school_id left join (
    select k.school_id, max((regexp_match(k.number, '-([0-9]{4,7})$'))[1]::int) as serial
    from known k join organization o on o.id = k.school_id where starts_with(k.number, o.code || '-') group by 1
  ) last on last.school_id = d.school_id
  where d.kind = 'new'
)`

export type RosterChoice = { kinds: readonly DifferenceKind[]; numbering: Numbering; except: readonly number[] }

/** The differences that a choice accepts. Parts that are submitted are left as they are. */
const chosenOf = ({ kinds, except }: RosterChoice) =>
  sql`(select * from difference where kind = any (${sql.param([...kinds])}::text[]) and not closed
    and student_id <> all (${sql.param([...except])}::bigint[]))`

/**
 * Checks before a roster is written that there is something to accept, and that the numbers of new candidates are free.
 * @throws AppError 422, and 409 at `numbering`
 */
export async function assertAcceptable(db: Db, exam: RosterExam, choice: RosterChoice): Promise<void> {
  // Serial numbers begin after those of the exam.
  const taken =
    choice.numbering === 'student'
      ? sql`exists (select from chosen d join known k on k.number = d.number where d.kind = 'new')`
      : sql`false`
  const { rows } = await db.execute<{ some: boolean; taken: boolean }>(sql`
    with ${differencesOf(exam)}, chosen as materialized ${chosenOf(choice)}
    select exists (select from chosen) as some, ${taken} as taken`)
  if (!rows[0]?.some) throw new AppError(422, m.exam_rosterNothing())
  if (!rows[0].taken) return
  const sentence = m.error_duplicate({ field: m.candidate_number() })
  throw new AppError(409, sentence, { reason: 'duplicate', errors: { numbering: [sentence] } })
}

/**
 * Accepts differences. Before the exam is open, who is gone leaves the roster; later, the candidate is excluded, and
 * keeps the marks. Parts that are submitted are left as they are.
 * @param except students whose differences are not accepted
 */
export async function acceptRoster(
  tx: Db,
  exam: RosterExam & Pick<ExamRecord, 'state'>,
  choice: RosterChoice,
): Promise<Record<DifferenceKind, number>> {
  const gone =
    exam.state === 'draft'
      ? sql`delete from candidate c using chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'gone' returning 1`
      : sql`update candidate c set status = 'out', reason = ${m.candidate_goneReason({ day: exam.censusDate })}
          from chosen d where c.exam_id = ${exam.id} and c.id = d.candidate_id and d.kind = 'gone' returning 1`
  const { rows } = await tx.execute<Record<DifferenceKind, number>>(sql`
    with ${differencesOf(exam)}, chosen as materialized ${chosenOf(choice)}, added as (
      insert into candidate (exam_id, student_id, number, name, school_id, org_id)
      select ${exam.id}, n.student_id, n.number, n.name, n.school_id, n.org_id
      from ${choice.numbering === 'student' ? sql`chosen` : withSerials} n join place on place.id = n.org_id
      where n.kind = 'new' order by place.path, n.number returning 1
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
