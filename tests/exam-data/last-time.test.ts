import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { write as recorded, systemAuthor } from '#src/db/write.server.ts'
import { compareShifts, type SchoolShift } from '#src/features/exam-data/far-shifts.ts'
import type { Call } from '../support/base-info.ts'
import { csvOf, startExamFiles } from '../support/exam-files.ts'
import { schemeOf } from '../support/exams.ts'
import { addTeacher } from '../support/teaching.ts'

/** The sums of pupils of a school, each with a share now and last time. */
function sums(school: number, ...pairs: [now: number, before: number, times: number][]): SchoolShift {
  const all = pairs.flatMap(([now, before, times]) => Array.from({ length: times }, () => ({ now, before })))
  return {
    school,
    subject: 7,
    pupils: all.length,
    now: all.reduce((sum, { now }) => sum + now, 0),
    before: all.reduce((sum, { before }) => sum + before, 0),
    squares: all.reduce((sum, { now, before }) => sum + (now - before) ** 2, 0),
  }
}

test('a school is far from last time by ten points and three standard errors more than the others', () => {
  const far = (...schools: SchoolShift[]) => compareShifts(schools, schools).far.map(({ school }) => school)
  // All fall by 30 points: a harder paper.
  expect(far(sums(1, [0.4, 0.7, 20]), sums(2, [0.5, 0.8, 20]), sums(3, [0.3, 0.6, 20]))).toEqual([])
  // 10 points exactly, and 11.
  const rest = [sums(2, [0.6, 0.6, 20]), sums(3, [0.5, 0.5, 20])] as const
  expect(far(sums(1, [0.5, 0.6, 20]), ...rest)).toEqual([])
  expect(far(sums(1, [0.49, 0.6, 20]), ...rest)).toEqual([1])
  expect(far(sums(1, [0.49, 0.6, 9]), ...rest)).toEqual([])
  // Shifts of 60 and −36 points, ten pupils: the mean is 12, its standard error √(0.2304 / 9) = 16 points.
  const wide = sums(1, [0.9, 0.3, 5], [0.24, 0.6, 5])
  expect(far(wide, ...rest)).toEqual([])
  // Ten times as many: √(23.04 / 99 / 100) is 4.8 points, and three of them are more than 12. At 1,000: 1.5 points.
  expect(far(sums(1, [0.9, 0.3, 50], [0.24, 0.6, 50]), ...rest)).toEqual([])
  expect(far(sums(1, [0.9, 0.3, 500], [0.24, 0.6, 500]), ...rest)[0]).toBe(1)
  // Nobody else to compare with: 20 points.
  expect(far(sums(1, [0.4, 0.6, 20]), sums(2, [0.6, 0.6, 9]))).toEqual([])
  expect(compareShifts([sums(1, [0.39, 0.6, 20])], [])).toMatchObject({
    far: [{ school: 1, pupils: 20, others: null }],
    compared: [{ school: 1, subject: 7 }],
  })
})

test('marks of an exam and of a file are compared with the last exam of the same pupils', async () => {
  const api = await startExamFiles()
  const { call, db, east, west, levels, subjects, collecting, signIn, filesOf } = api
  const { chinese, maths } = subjects
  await db.execute(sql`
    insert into student (number, name, gender, year_id, org_id, since, status)
    select place.letter || 'P' || n, 'Pupil', 0, ${api.year}, place.id, '2024-09-01', 'active'
    from (values ('E', ${east.one}::bigint, 13), ('W', ${west.one}::bigint, 20)) place (letter, id, many), generate_series(1, many) n`)
  /** Writes marks in hundredths, or flags below zero, of pupils of a school by their numbers. */
  const enter = (exam: number, subject: number, letter: string, marks: readonly number[]) =>
    recorded(db, systemAuthor, 'seed', async (tx) => {
      await tx.execute(sql`
        insert into paper (exam_id, candidate_id, subject_id, mark, flag)
        select ${exam}, c.id, ${subject}, nullif(greatest(m.mark, -1), -1), greatest(-m.mark, 0)
        from unnest(${sql.param([...marks])}::int[]) with ordinality m (mark, at)
          join candidate c on c.exam_id = ${exam} and c.number = ${letter} || 'P' || m.at
        on conflict (exam_id, candidate_id, subject_id) do update set mark = excluded.mark, flag = excluded.flag, version = paper.version + 1`)
    })
  const lock = (exam: number) =>
    recorded(db, systemAuthor, 'seed', (tx) => tx.execute(sql`update exam set state = 'locked' where id = ${exam}`))
  const same = (mark: number, count: number) => Array.from({ length: count }, () => mark)
  const held = async (name: string, since: string, values: object = {}) =>
    collecting({ name, since, until: since, ...values })

  const autumn = await held('Autumn', '2024-09-20')
  await enter(autumn, maths, 'E', same(5000, 13))
  await enter(autumn, maths, 'W', same(5000, 12))
  await enter(autumn, chinese, 'E', same(15000, 13))
  await enter(autumn, chinese, 'W', same(15000, 12))
  await lock(autumn)
  // Chinese of 120, and no mathematics. One pupil of East was at West then, one took no part, one of West cheated.
  const small = await schemeOf(call, {
    name: 'Chinese alone',
    levelId: levels.junior?.id,
    subjects: [{ subjectId: chinese, kind: 'required', counts: 1, assigned: 0, fullMark: 120 }],
  })
  const monthly = await held('Monthly', '2024-10-10', { schemeId: small })
  await enter(monthly, chinese, 'E', [...same(7200, 11), 3600, 0])
  await enter(monthly, chinese, 'W', [...same(6000, 11), -2])
  await db.execute(sql`
    update candidate set school_id = ${west.id}, org_id = ${west.one} where exam_id = ${monthly} and number = 'EP12'`)
  await db.execute(sql`
    update candidate set status = 'out', reason = 'Ill' where exam_id = ${monthly} and number = 'EP13'`)
  await lock(monthly)
  // Not the last time of all: East took it alone. And one that still collects.
  const own = await held('Of East', '2024-10-20', { orgIds: [east.id] })
  await enter(own, chinese, 'E', same(15000, 13))
  await lock(own)
  const open = await held('Open', '2024-10-25')
  await enter(open, chinese, 'E', same(15000, 13))

  const midterm = await held('Midterm', '2024-11-04')
  await enter(midterm, chinese, 'E', same(6000, 13))
  await enter(midterm, chinese, 'W', [-1, ...same(6750, 11)])
  await enter(midterm, maths, 'E', same(3900, 13))
  await enter(midterm, maths, 'W', same(5000, 12))
  const shifts = async (caller: Call) => {
    const { data } = await caller('GET', `/adminApi/exam/findings?id=${midterm}`)
    return (data as { list: { kind: string }[] }).list.filter(({ kind }) => kind === 'shift' || kind === 'mean')
  }
  // East: (11 × 60 + 30) / 12 = 57.5 %, West 50 %, by ten pupils with both marks. The shifts are −17.5 and −5 points.
  const ofEast = { kind: 'shift', blocking: false, schoolId: east.id, school: 'East School', orgId: east.one }
  expect(await shifts(call)).toMatchObject([
    {
      ...ofEast,
      subjectId: chinese,
      count: 400,
      of: 575,
      last: { exam: 'Monthly', pupils: 12, alone: false, others: -50 },
    },
    { ...ofEast, subjectId: maths, count: 390, of: 500, last: { exam: 'Autumn', pupils: 13, alone: false, others: 0 } },
    { schoolId: west.id, subjectId: chinese, count: 450, of: 500, last: { exam: 'Monthly', pupils: 10, others: -175 } },
    { schoolId: west.id, subjectId: maths, count: 500, of: 500, last: { exam: 'Autumn', pupils: 12, others: -110 } },
  ])
  // A school is told of its own means alone, and a teacher of the own subject.
  const principal = await api.officer('principal', east.id)
  const told = (subjectId: number, exam: string) => ({
    ...ofEast,
    subjectId,
    last: { exam, alone: false, others: null },
  })
  expect(await shifts(principal)).toMatchObject([told(chinese, 'Monthly'), told(maths, 'Autumn')])
  const teacher = { username: 'teacher', nodes: ['exam/data/index' as const], deptId: east.id }
  await addTeacher(api, { ...teacher, teaches: [[east.one, maths]] })
  expect(await shifts(await signIn('admin', 'teacher'))).toMatchObject([told(maths, 'Autumn')])

  // The file of a school says it before its marks are written.
  const files = filesOf(`exam-score:${midterm}`, principal)
  const school = (mark: string) =>
    csvOf('KSH,YW,SX', ...Array.from({ length: 13 }, (_, at) => `EP${at + 1},${mark},45`))
  expect(await files.doubted(school('61.5'))).toEqual([
    '2 Chinese language: East School: in Chinese language, 12 pupils of this file reach 41.0% of the full mark. They had 57.5% in Monthly, and other schools have moved otherwise',
  ])
  await db.execute(sql`delete from paper p using candidate c where c.exam_id = ${midterm} and c.number like 'WP%'
    and p.exam_id = c.exam_id and p.candidate_id = c.id`)
  expect(await files.doubted(school('61.5'))).toEqual([])
  expect(await files.doubted(school('45'))).toEqual([
    '2 Chinese language: East School: in Chinese language, 12 pupils of this file reach 30.0% of the full mark. They had 57.5% in Monthly, and other schools have too few marks to compare with',
  ])
})
