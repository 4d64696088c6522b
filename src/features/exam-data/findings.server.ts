import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { candidatesSeen, subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type DataExam, dataExam, seenCandidates } from './data-access.server.ts'
import { sitsIn } from './exam-sits.ts'
import { findingKinds, isBlocking } from './finding-kinds.ts'
import { sampled, shiftsSince, storedMarks } from './last-time.server.ts'
import { distantSchools } from './school-means.ts'

/** More absent candidates than this share are worth a look. */
const MANY_ABSENT = 0.05

export const finding = v.strictObject({
  kind: v.picklist(findingKinds),
  blocking: v.boolean(),
  schoolId: v.number(),
  school: v.string(),
  subjectId: v.nullable(v.number()),
  subject: v.string(),
  count: v.number(),
  /** How many there could be; of a distant mean, the mean of the others in hundredths. */
  of: v.number(),
  /** Of a shift, for which `count` and `of` are thousandths of the full mark, now and last time: */
  last: v.nullable(
    v.strictObject({
      exam: v.string(),
      pupils: v.number(),
      /** Whether other schools have enough marks to compare with. */
      alone: v.boolean(),
      /** How far they have moved, in thousandths, for who holds the exam: it tells of other schools. */
      others: v.nullable(v.number()),
    }),
  ),
  /** A class to begin with, for the link to the desk. */
  orgId: v.nullable(v.number()),
})

export const findingsAnswer = v.strictObject({
  blocking: v.number(),
  /** Papers that are expected and not there. */
  missing: v.number(),
  list: v.array(finding),
})

export type Findings = v.InferOutput<typeof findingsAnswer>
type Finding = v.InferOutput<typeof finding>
type Group = { school: number; combo: string; candidates: number; org: number }
type Papers = Counted & { school: number; subject: number; combo: string; org: number }
type Counted = { papers: number; absent: number; cheat: number; over: number; off: number; marks: number; sum: number }

type FindingsOf = {
  id: number
  schoolId?: number | undefined
  /** All candidates of the school, whoever sees them: nobody submits what is wrong because it is not seen. */
  whole?: boolean
}

/**
 * What speaks against submitting or locking, of the candidates that the actor sees: in classes that are only taught, of
 * the subjects that the actor teaches there.
 */
export async function readFindings(
  db: Db,
  actor: Actor,
  { id, schoolId, whole = false }: FindingsOf,
): Promise<Findings> {
  const data = await dataExam(db, actor, id)
  const wanted = sql`${candidate.examId} = ${id} and ${candidate.status} = 'in' and ${whole ? sql`true` : seenCandidates(actor)}
    and ${schoolId === undefined ? sql`true` : sql`${candidate.schoolId} = ${schoolId}`}`
  // Only a teacher sees other subjects in each class.
  const teaches = !whole && !actor.super && actor.scopes.has('teaching')
  const byClass = teaches ? sql`, ${candidate.orgId}` : sql``
  const { rows: groups } = await db.execute<Group>(sql`
    select ${candidate.schoolId}::float8 as school, ${candidate.combo} as combo, count(*)::int as candidates, min(${candidate.orgId})::float8 as org
    from ${candidate} where ${wanted} group by 1, 2${byClass}`)
  const taught = teaches
    ? await subjectsTaught(
        db,
        actor,
        groups.map(({ org }) => org),
      )
    : new Map<number, ReadonlySet<number>>()
  const sees: Sees = (org, subject) => taught.get(org)?.has(subject) !== false
  const { rows: papersRead } = await db.execute<Papers>(sql`
    select ${candidate.schoolId}::float8 as school, p.subject_id::float8 as subject, ${candidate.combo} as combo, count(*)::int as papers,
      count(*) filter (where p.flag = 1)::int as absent, count(*) filter (where p.flag = 2)::int as cheat,
      count(*) filter (where p.mark > s.full_mark)::int as over, count(*) filter (where p.mark <= s.full_mark and p.mark % ${data.exam.step} <> 0)::int as off,
      count(p.mark)::int as marks, coalesce(sum(p.mark), 0)::float8 as sum, min(${candidate.orgId})::float8 as org
    from ${candidate} join paper p on p.exam_id = ${candidate.examId} and p.candidate_id = ${candidate.id}
      left join exam_subject s on s.exam_id = p.exam_id and s.subject_id = p.subject_id
    where ${wanted} group by 1, 2, 3${byClass}`)
  const papers = papersRead.filter(({ org, subject }) => sees(org, subject))
  const names = await namesOf(db, [...new Set(groups.map(({ school }) => school))])
  // A shift blocks nothing. While a part is submitted, others wait for its row.
  const shifts = whole ? noShifts : await readFarShifts(db, actor, { data, wanted, schoolId, groups, teaches, sees })
  const found = [
    ...noCombo(data, groups),
    ...strays(data, papers),
    ...bySubject(data, { groups, papers, sees, shifts }),
    ...shifts.list,
  ]
  const list = found.map((one) => ({
    last: null,
    ...one,
    blocking: isBlocking(one.kind),
    school: names.get(one.schoolId)?.name ?? '',
    subject: data.subjects.find((subject) => subject.id === one.subjectId)?.name ?? '',
  }))
  const place = (one: Finding) => names.get(one.schoolId)?.at ?? 0
  list.sort(
    (one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind) || place(one) - place(other),
  )
  return {
    blocking: list.filter(({ blocking }) => blocking).length,
    missing: list.reduce((sum, { kind, count }) => (kind === 'missing' ? sum + count : sum), 0),
    list,
  }
}

async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, { name: string; at: number }>> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select o.id::float8 as id, o.name from organization o left join organization above on above.id = o.pid
    where o.id = any (${sql.param([...ids])}::bigint[]) order by above.path, o.sort_key, o.id`)
  return new Map(rows.map(({ id, name }, at) => [id, { name, at }]))
}

/** Whether the actor sees a subject in a class. */
type Sees = (org: number, subject: number) => boolean
type Found = Omit<Finding, 'school' | 'subject' | 'blocking' | 'last'> & { last?: Finding['last'] }
type Shifts = { list: Found[]; compared: (school: number, subject: number) => boolean }

const noShifts: Shifts = { list: [], compared: () => false }

type Shifting = {
  data: DataExam
  wanted: SQL
  schoolId: number | undefined
  groups: readonly Group[]
  teaches: boolean
  sees: Sees
}

/** Schools whose pupils have moved otherwise than all others since their last exam. */
async function readFarShifts(
  db: Db,
  actor: Actor,
  { data: { exam }, wanted, schoolId, groups, teaches, sees }: Shifting,
): Promise<Shifts> {
  const isAll = schoolId === undefined && candidatesSeen(actor) === undefined
  const shifts = await shiftsSince(db, actor, {
    exam,
    own: storedMarks(exam.id, { where: wanted, ...(teaches ? { org: sql`${candidate.orgId}::float8` } : {}) }),
    others: isAll ? null : storedMarks(exam.id, { where: sampled(exam.id) }),
    sees: ({ org, subject }) => org === null || sees(org, subject),
  })
  const list = shifts.far.map(({ school, subject, pupils, now, before, others }): Found => {
    const last = {
      exam: shifts.lastOf(subject),
      pupils,
      alone: others === null,
      others: exam.held && others !== null ? Math.round(others * 1000) : null,
    }
    const [count, of] = [Math.round(now * 1000), Math.round(before * 1000)]
    const orgId = groups.find((group) => group.school === school && sees(group.org, subject))?.org ?? null
    return { kind: 'shift', schoolId: school, subjectId: subject, count, of, orgId, last }
  })
  return { list, compared: (school, subject) => shifts.comparedIn(subject, school) }
}

/** Candidates who still have to choose. A combination that the revision no longer has is none. */
function noCombo({ sits }: DataExam, groups: readonly Group[]): Found[] {
  if (sits.combos.length === 0) return []
  const known = new Set(sits.combos.map(({ name }) => name))
  const found = new Map<number, Found>()
  for (const { school, combo, candidates, org } of groups) {
    if (known.has(combo)) continue
    const one = found.get(school) ?? { kind: 'noCombo', schoolId: school, subjectId: null, count: 0, of: 0, orgId: org }
    found.set(school, { ...one, count: one.count + candidates })
  }
  return [...found.values()]
}

/** Papers of subjects that their candidates do not sit. */
function strays({ sits }: DataExam, papers: readonly Papers[]): Found[] {
  const sat = sitsIn(sits)
  const found = new Map<string, Found>()
  for (const { school, subject, combo, papers: count, org } of papers) {
    if (sat(combo, subject)) continue
    const key = `${school}:${subject}`
    const one = found.get(key) ?? { kind: 'notSat', schoolId: school, subjectId: subject, count: 0, of: 0, orgId: org }
    found.set(key, { ...one, count: one.count + count })
  }
  return [...found.values()]
}

/** What is told of each school in each subject. Papers outside of combinations do not count here. */
function bySubject(
  { sits, subjects }: DataExam,
  { groups, papers, sees, shifts }: { groups: readonly Group[]; papers: readonly Papers[]; sees: Sees; shifts: Shifts },
): Found[] {
  const sat = sitsIn(sits)
  const list: Found[] = []
  const schools = Map.groupBy(groups, ({ school }) => school)
  const cells = Map.groupBy(
    papers.filter(({ combo, subject }) => sat(combo, subject)),
    ({ school, subject }) => `${school}:${subject}`,
  )
  for (const { id: subjectId } of subjects) {
    const means: { school: number; mean: number; org: number }[] = []
    for (const [schoolId, all] of schools) {
      const people = all.filter(({ org }) => sees(org, subjectId))
      const expected = people.reduce(
        (sum, { combo, candidates }) => (sat(combo, subjectId) ? sum + candidates : sum),
        0,
      )
      const own = cells.get(`${schoolId}:${subjectId}`) ?? []
      const total = totalOf(own)
      const orgId = own[0]?.org ?? people[0]?.org ?? null
      const tell = (kind: Found['kind'], count: number, of = expected) => {
        if (count > 0) list.push({ kind, schoolId, subjectId, count, of, orgId })
      }
      tell('over', total.over, total.papers)
      tell('offStep', total.off, total.papers)
      tell('missing', expected - total.papers)
      if (total.absent > expected * MANY_ABSENT) tell('absent', total.absent)
      tell('cheat', total.cheat)
      if (total.marks > 0 && !shifts.compared(schoolId, subjectId))
        means.push({ school: schoolId, mean: total.sum / total.marks, org: orgId ?? 0 })
    }
    for (const { school, mean, others, org } of distantSchools(means))
      list.push({
        kind: 'mean',
        schoolId: school,
        subjectId,
        count: Math.round(mean),
        of: Math.round(others),
        orgId: org || null,
      })
  }
  return list
}

function totalOf(rows: readonly Counted[]): Counted {
  const total = { papers: 0, absent: 0, cheat: 0, over: 0, off: 0, marks: 0, sum: 0 }
  for (const row of rows) {
    total.papers += row.papers
    total.absent += row.absent
    total.cheat += row.cheat
    total.over += row.over
    total.off += row.off
    total.marks += row.marks
    total.sum += row.sum
  }
  return total
}
