import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { BlockCell } from '#src/features/reports/blocks.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { clearProcessCaches } from '#src/server/cache/process-cache.server.ts'
import { startRuns } from '../exam-run/run-api.ts'
import { type Call, idOf } from '../support/base-info.ts'
import { schemeOf } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'
import { addCurrentTerm } from '../support/teaching.ts'
import { type Report, reportTextsOf, tableRowsOf } from './report-api.ts'

const LIST = 'First line: who is close'
const whole = { kind: 'required', counts: 1, assigned: 0 }

/** Four pupils of East and one of West, and a line at 155 of 250. */
async function startBorderline() {
  const api = await startRuns()
  const { call, db, levels, chinese, maths, pupil, east, west, collecting, enter, lock, publish } = api
  const schemeId = await schemeOf(call, {
    name: 'With a line',
    levelId: levels.junior?.id,
    subjects: [
      { ...whole, subjectId: chinese, fullMark: 150 },
      { ...whole, subjectId: maths, fullMark: 100 },
    ],
    lines: [{ name: 'First line', by: 'score', value: 155, subjectId: null, effective: 0 }],
  })
  const places: [string, string, number][] = [
    ['E1', 'Li Lei', east.one],
    ['E2', 'Han Mei', east.one],
    ['E3', 'Zhao Yu', east.one],
    ['E4', 'Sun Li', east.two],
    ['W1', 'Wang Fang', west.one],
  ]
  for (const [number, name, orgId] of places) idOf(await pupil({ number, name, orgId }))
  const exam = await collecting({ schemeId })
  // Both subjects have a standard deviation of √250 marks, with means of 100 and 60.
  await enter(exam, {
    E1: [12_000, 4000],
    E2: [8000, 8000],
    E3: [10_000, 5000],
    E4: [9000, 6000],
    W1: [11_000, 7000],
  })
  await lock(exam)
  expect(await publish(exam, 1)).toMatchObject({ code: 200 })
  const officer = async (username: string, scope: RoleScope, deptId: number, more: Node[] = []) => {
    const id = await addOfficer(api, { username, nodes: ['report/index', ...more], scope, deptId })
    return { id, caller: await api.signIn('admin', username) }
  }
  const show = (caller: Call, query = '') =>
    caller('GET', `/adminApi/report/show?exam=${exam}&report=borderline${query}`)
  const read = async (caller: Call, query = '') => {
    const { code, msg, data } = await show(caller, query)
    if (code !== 200) throw new Error(`${code} ${msg}`)
    // Seam: as the call describes it.
    return data as Report
  }
  return { ...api, db, exam, officer, show, read }
}

const rounded = (rows: BlockCell[][]) =>
  rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell)))

test('pupils near a line, with the subject that is weakest against their own level', async () => {
  const { api, call, db, exam, east, west, again, officer, show, read } = await startBorderline()
  const all = await read(call)
  expect(all.title).toBe('Borderline pupils · District')
  // Z of E1: 20 / √250 and −20 / √250, so its own level is 0. E3: 0 and −10 / √250, so its level is −5 / √250.
  expect(rounded(tableRowsOf(all, LIST))).toEqual([
    ['E1', 'Li Lei', 'East School Class 1', 160, 5, 'Mathematics of exams', -1.265, 'Chinese language', 1.265],
    ['E2', 'Han Mei', 'East School Class 1', 160, 5, 'Chinese language', -1.265, 'Mathematics of exams', 1.265],
    ['E3', 'Zhao Yu', 'East School Class 1', 150, -5, 'Mathematics of exams', -0.316, 'Chinese language', 0.316],
    ['E4', 'Sun Li', 'East School Class 2', 150, -5, 'Chinese language', -0.316, 'Mathematics of exams', 0.316],
  ])
  expect(tableRowsOf(all, 'First line, close to it: District')).toEqual([
    ['At or above the line', 2],
    ['Below the line', 2],
  ])
  expect(JSON.stringify(all.blocks)).toContain('among All, less the mean')
  expect(tableRowsOf(await read(call, `&near=30&unit=school-${west.id}`), LIST)[0]?.slice(0, 5)).toEqual([
    'W1',
    'Wang Fang',
    'Class 1',
    180,
    25,
  ])
  expect(reportTextsOf(await read(call, '&near=4'))).toContain('Nobody is this close to the line (± 4).')
  for (const near of ['0', '201', 'x']) expect(await show(call, `&near=${near}`)).toMatchObject({ code: 400 })

  // Of few pupils, the figures of all are withheld. Those of the own school stand in for them.
  const principal = await officer('principal', 'orgBelow', east.id)
  const own = await read(principal.caller)
  expect(rounded(tableRowsOf(own, LIST))[0]).toEqual(
    // Means of 97.5 and 57.5, standard deviations of √(875 / 3).
    ['E1', 'L***', 'Class 1', 160, 5, 'Mathematics of exams', -1.171, 'Chinese language', 1.171],
  )
  expect(JSON.stringify(own.blocks)).toContain('among East School, less the mean')
  expect(await show(principal.caller, `&unit=class-${west.one}`)).toMatchObject({ code: 404 })
  const head = await officer('head', 'org', east.one, ['exam/candidate/pupil'])
  expect(tableRowsOf(await read(head.caller), LIST).map(([number, name]) => [number, name])).toEqual([
    ['E1', 'Li Lei'],
    ['E2', 'Han Mei'],
    ['E3', 'Zhao Yu'],
  ])
  const sheet = await api.request(`/adminApi/report/sheet?exam=${exam}&report=borderline`, {
    headers: { authorization: `Bearer ${head.caller.tokens.access_token}` },
  })
  expect(sheet.status).toBe(200)
  // Families learn of lists that name their pupils, and of no others.
  expect(reportTextsOf(await read(head.caller))).toContain(m.report_nearTold({}, { locale: 'en' }))
  expect(reportTextsOf(own)).not.toContain(m.report_nearTold({}, { locale: 'en' }))
  const views = async () => {
    const { rows } = await db.execute(sql`
    select s.number, v.kind, v.count from pupil_view v join student s on s.id = v.student_id
    where v.viewer_id in (${head.id}, ${principal.id}) order by v.kind desc, s.number`)
    return rows
  }
  const seen = (count: number) => [
    ...['E1', 'E2', 'E3'].map((number) => ({ number, kind: 'list', count })),
    ...['E1', 'E2', 'E3'].map((number) => ({ number, kind: 'file', count: 1 })),
  ]
  // The list that was opened twice at once is one view; a minute later it is another.
  expect(await views()).toEqual(seen(1))
  await db.execute(sql`update pupil_view set last_time = last_time - interval '61 seconds'`)
  clearProcessCaches()
  await read(head.caller)
  expect(await views()).toEqual(seen(2))

  // The results of a run that is neither the last one nor published are not kept.
  await again(exam)
  await again(exam)
  expect(reportTextsOf(await read(call, '&version=run-2'))).toContain(
    'The results of single pupils are not kept for this run. Choose the last run or a publication.',
  )
  expect(tableRowsOf(await read(call, '&version=run-3'), LIST)).toHaveLength(4)
  // The facts of a run are kept by the time at which it was done.
  await db.execute(
    sql`update exam_run set facts = jsonb_set(facts, '{lines}', '[]'), finish_time = now() where exam_id = ${exam}`,
  )
  expect(reportTextsOf(await read(call))).toContain(
    'This exam has no lines. They are set in its parameters or in its scheme.',
  )
})

test('whoever does not see the totals of single pupils gets no list', async () => {
  const { call, db, east, maths, officer, read } = await startBorderline()
  const termId = await addCurrentTerm(call)
  const teacher = await officer('teacher', 'teaching', east.id)
  await call('POST', '/adminApi/teaching/add', { accountId: teacher.id, orgId: east.one, subjectId: maths, termId })
  expect(reportTextsOf(await read(teacher.caller))).toEqual([
    'Lines are lines of the total. Of this class, you see only the subjects that you teach.',
  ])
  // The office of a school sees the school, and none of its classes.
  const office = await officer('office', 'org', east.id)
  const outside = ['Single pupils of this unit are outside your data scope.']
  expect(reportTextsOf(await read(office.caller))).toEqual(outside)
  // Teaching a class besides gives the class, and not its totals.
  await db.execute(sql`insert into account_role (account_id, role_id)
    select ${office.id}, role_id from account_role where account_id = ${teacher.id}`)
  await call('POST', '/adminApi/teaching/add', { accountId: office.id, orgId: east.one, subjectId: maths, termId })
  expect(reportTextsOf(await read(office.caller, `&unit=school-${east.id}`))).toEqual(outside)
})
