import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { sampled, shiftsSince, storedMarks } from '#src/features/exam-data/last-time.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import type { JudgedFile } from '#src/server/crud/import-writer.server.ts'
import type { ImportFacts } from './exam-facts.server.ts'

// What looks wrong in a file as a whole. A remark stands at the first line that it concerns.

/** Papers of a subject below which a share or a mean says nothing. */
const LEAST = 10
/** A share of absences above which a person should look, in percent. */
const MOST_ABSENT = 5
/** A distance between means above which a person should look, in percent of the full mark. */
const FAR = 20
/** Other schools whose stored marks are compared: enough for a mean, and fast in any exam. */
const SCHOOLS = 5

/** A share of marks above the full mark that no typing explains, in percent. */
const MOST_ABOVE = 10

/** Two columns look swapped: many marks of one are above its full mark, and each column fits the other subject. */
export async function findSwapped(db: Db, importId: number, facts: ImportFacts): Promise<void> {
  const subjects = JSON.stringify(facts.subjects)
  await db.execute(sql`
    with wrong as (
      select exists (select from import_row where import_id = ${importId} and errors is not null) as found
    ), subject as (
      select * from jsonb_to_recordset(${subjects}::jsonb) as s (field text, name text, "full" int)
    ), cell as (
      select r.row_no as line, s.field, coalesce(r.values ->> s.field, r.errors -> s.field ->> 1) as text
      from wrong join import_row r on wrong.found and r.import_id = ${importId} cross join subject s
      where r.values ? s.field or r.errors ? s.field
    ), facts as (
      select s.field, s.name, s."full", count(*) as count, max(text::numeric) * 100 as most,
        count(*) filter (where text::numeric * 100 > s."full") as above, min(line) filter (where text::numeric * 100 > s."full") as line
      from cell join subject s using (field) where text ~ '^[0-9]{1,4}([.][0-9]{1,2})?$' group by 1, 2, 3
    )
    insert into file_remark (line, field, problem, given)
    select one.line, other.field, 'swapped', jsonb_build_object('one', one.name, 'other', other.name)
    from facts one join facts other on other.field <> one.field and one.most <= other."full" and other.most <= one."full"
    where one.above * 100 > one.count * ${MOST_ABOVE}`)
}

/** Chosen subjects that differ in as many candidates as this, and hardly fit otherwise, look swapped. */
const LEAST_WRONG = 5

/** Two columns of chosen subjects look swapped: who has only one of the subjects has the mark in the other column. */
export async function findSwappedChoice(db: Db, facts: ImportFacts): Promise<void> {
  if (facts.combinations.length === 0) return
  const allowed = JSON.stringify(
    facts.combinations.flatMap(({ name, subjectIds }) => subjectIds.map((id) => ({ name, id }))),
  )
  const names = JSON.stringify(facts.subjects.map(({ id, name }) => ({ id, name })))
  await db.execute(sql`
    with allowed as materialized (
      select * from jsonb_to_recordset(${allowed}::jsonb) as a (name text, id bigint)
    ), subject as (
      select * from jsonb_to_recordset(${names}::jsonb) as s (id bigint, name text)
    ), wrong as (
      select r.subject as one, a.id as other, r.field, count(*) as count, min(r.line) as line
      from file_row r join allowed a on a.name = r.combo
      where r.outside and r.field <> 'mark' and not exists (select from file_row o where o.line = r.line and o.subject = a.id)
      group by 1, 2, 3
    ), pair as (
      select w.one, w.other, back.field, w.line, w.count + back.count as count
      from wrong w join wrong back on (back.one, back.other) = (w.other, w.one) and w.line < back.line
    )
    insert into file_remark (line, field, problem, given)
    select p.line, p.field, 'swappedChoice', jsonb_build_object('one', one.name, 'other', other.name)
    from pair p join subject one on one.id = p.one join subject other on other.id = p.other
    where p.count >= ${LEAST_WRONG} and p.count > 4 * (
      select count(*) from file_row r where r.subject in (p.one, p.other) and not r.outside
        and not exists (select from allowed a where a.name = r.combo and a.id = case r.subject when p.one then p.other else p.one end))`)
}

/** The marks of lines without a problem, with the school of each. */
const goodRows = sql`
  select r.*, l.school_id from file_row r join file_line l on l.line = r.line and not l.wrong
  where not exists (select from file_remark k where k.line = r.line and k.problem is not null)`

/** Adds what a person should look at before the marks are written. */
export async function doubtScores(
  { db, actor }: Pick<JudgedFile, 'db' | 'actor'>,
  exam: ExamRecord,
  facts: ImportFacts,
): Promise<void> {
  const compared = await doubtShifts({ db, actor }, exam, facts)
  const examId = exam.id
  const names = JSON.stringify(facts.subjects.map(({ id, name }) => ({ id, name })))
  await db.execute(sql`
    with good as materialized (${goodRows}), subject as (
      select * from jsonb_to_recordset(${names}::jsonb) as s (id bigint, name text)
    ), own as (
      select subject, max("full") as "full", count(*) as count, count(*) filter (where flag = 1) as absent,
        min(line) filter (where flag = 1 and action in ('new', 'changed')) as absent_line,
        count(mark) as marks, avg(mark) as mean, min(line) filter (where action in ('new', 'changed')) as line
      from good group by subject
    ), other_school as (
      select school_id from exam_part where exam_id = ${examId} and school_id not in (select school_id from good)
        and exists (select from good where action in ('new', 'changed')) order by school_id limit ${SCHOOLS}
    ), others as (
      select p.subject_id as subject, count(*) as count, avg(p.mark) as mean
      from other_school join candidate c on c.exam_id = ${examId} and c.school_id = other_school.school_id
        join paper p on p.exam_id = ${examId} and p.candidate_id = c.id and p.mark is not null group by 1
    ), at as (select line, subject, field from good)
    insert into file_remark (line, field, doubt, given)
    select own.absent_line, at.field, 'absent',
      jsonb_build_object('subject', s.name, 'percent', round(own.absent * 100.0 / own.count))
    from own join subject s on s.id = own.subject join at on at.line = own.absent_line and at.subject = own.subject
    where own.count >= ${LEAST} and own.absent * 100 > own.count * ${MOST_ABSENT}
    union all
    select own.line, at.field, case when own.mean > others.mean then 'high' else 'low' end,
      jsonb_build_object('subject', s.name, 'mean', round(own.mean / 100.0, 1)::float8)
    from own join others using (subject) join subject s on s.id = own.subject
      join at on at.line = own.line and at.subject = own.subject
    where own.marks >= ${LEAST} and others.count >= ${LEAST} and abs(own.mean - others.mean) * 100 > own."full" * ${FAR}
      and own.subject <> all (${sql.param(compared)}::bigint[])
    union all
    select one.line, at.field, 'alike', jsonb_build_object('one', s.name, 'other', t.name)
    from own one join own other on other.subject > one.subject and other."full" = one."full"
      join others near_one on near_one.subject = one.subject join others near_other on near_other.subject = other.subject
      join subject s on s.id = one.subject join subject t on t.id = other.subject
      join at on at.line = one.line and at.subject = one.subject and at.field <> 'mark'
    where least(one.marks, other.marks, near_one.count, near_other.count) >= ${LEAST}
      and (abs(one.mean - near_one.mean) + abs(other.mean - near_other.mean)
        - abs(one.mean - near_other.mean) - abs(other.mean - near_one.mean)) * 100 > one."full" * ${FAR}
    union all
    select min(line), 'number', 'unchosen', jsonb_build_object('count', count(distinct candidate))
    from good where chosen and combo = '' and action in ('new', 'changed') having count(*) > 0`)
}

/** Percent with one decimal. */
const percent = (share: number) => (share * 100).toFixed(1)

/**
 * Doubts of schools whose pupils were far better or worse last time. What the other schools have stored is compared
 * with, and other schools of the file. @returns the subjects in which a school was compared
 */
async function doubtShifts(
  { db, actor }: Pick<JudgedFile, 'db' | 'actor'>,
  exam: ExamRecord,
  facts: ImportFacts,
): Promise<number[]> {
  const own = sql`(
    select g.school_id as school, null::float8 as org, c.student_id as student, g.subject, g.mark
    from (${goodRows}) g join candidate c on c.exam_id = ${exam.id} and c.id = g.candidate where g.mark is not null)`
  const elsewhere = sql`${sampled(exam.id)} and ${candidate.schoolId} not in (select school_id from (${goodRows}) g)`
  const stored = storedMarks(exam.id, { where: elsewhere })
  const others = sql`(select * from ${own} own union all select * from ${stored} stored)`
  const shifts = await shiftsSince(db, actor, { exam, own, others })
  const found = shifts.far.map(({ school, subject, pupils, now, before, others: moved }) => ({
    school,
    subject,
    doubt: moved === null ? 'shiftAlone' : 'shift',
    given: {
      subject: facts.subjects.find(({ id }) => id === subject)?.name ?? '',
      exam: shifts.lastOf(subject),
      pupils,
      now: percent(now),
      before: percent(before),
    },
  }))
  if (found.length > 0)
    await db.execute(sql`
      insert into file_remark (line, field, doubt, given)
      select distinct on (f.school, f.subject) g.line, g.field, f.doubt, f.given || jsonb_build_object('school', o.name::text)
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (school bigint, subject bigint, doubt text, given jsonb)
        join (${goodRows}) g on g.school_id = f.school and g.subject = f.subject and g.action in ('new', 'changed')
        join organization o on o.id = f.school
      order by f.school, f.subject, g.line`)
  return facts.subjects.flatMap(({ id }) => (shifts.comparedIn(id) ? [id] : []))
}
