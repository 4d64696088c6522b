import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { surveyFile } from '#src/server/import/file-reader.server.ts'
import type { Caller } from '../support/api.ts'
import { candidatesOf } from '../support/exam-data.ts'
import { addOfficer } from '../support/officer.ts'
import { addCurrentTerm } from '../support/teaching.ts'
import { temporaryFile } from '../support/workbook.ts'
import { type Sheet, sheetRows, startResults } from './result-api.ts'

const en = { locale: 'en' } as const
const reads: Node[] = ['report/index', 'exam/candidate/pupil']

type View = { exam: string; who: string; organization: string; kind: string; count: number }

async function startViews() {
  const made = await startResults()
  const exam = await made.held()
  const candidates = await candidatesOf(made.db, exam)
  const officer = async (username: string, deptId: number, nodes = reads, scope: RoleScope = 'orgBelow') => {
    const id = await addOfficer(made, { username, nodes, scope, deptId })
    return { id, caller: await made.signIn('admin', username) }
  }
  const list = (by: Caller, query = '') => by('GET', `/adminApi/report/pupils?exam=${exam}${query}`)
  const show = (by: Caller, number: string, query = '') =>
    by('GET', `/adminApi/report/pupil?exam=${exam}&pupil=${candidates[number] ?? 999_999}${query}`)
  const views = async (by: Caller, link: number) => {
    const { code, msg, data } = await by('GET', `/api/result/views?link=${link}`)
    if (code !== 200) throw new Error(msg)
    return (data as { list: View[] }).list
  }
  return { ...made, exam, candidates, officer, list, show, views }
}

test('staff with the node read sheets by name in their data scope, from the school to the pupil', async () => {
  const made = await startViews()
  const { exam, call, officer, list, show, forFamilies, east, west, publish } = made
  const { caller: principal } = await officer('principal', east.id)
  const { caller: head } = await officer('head', east.one, reads, 'org')
  const { caller: nameless } = await officer('nameless', east.id, ['report/index'])
  const { caller: noReports } = await officer('noReports', east.id, ['exam/candidate/pupil'])
  // Before the publication, only whoever holds the exam has a preview.
  expect(await show(call, 'E1')).toMatchObject({ code: 200, data: { version: 'run-1' } })
  expect(await show(principal, 'E1')).toMatchObject({ code: 404 })
  await forFamilies(exam, 'none')

  expect(await list(principal)).toMatchObject({
    code: 200,
    data: { unit: `school-${east.id}`, units: [{ key: `class-${east.one}`, name: 'Class 1' }], pupils: [] },
  })
  // An empty choice in an address is none.
  expect((await list(principal, '&version=&unit=')).data).toEqual((await list(principal)).data)
  expect(await show(principal, 'E1', '&version=')).toMatchObject({ code: 200 })
  const ofClass = await list(head)
  expect(ofClass).toMatchObject({ data: { unit: `class-${east.one}`, units: [] } })
  expect((ofClass.data as { pupils: object[] }).pupils).toHaveLength(12)
  const answer = await show(principal, 'E1')
  expect(answer).toMatchObject({
    data: {
      title: `${m.pupil_title({}, en)} · Li Lei · Class 1`,
      version: '1',
      unit: `class-${east.one}`,
      path: [{ name: 'East School' }, { name: 'Class 1' }],
    },
  })
  expect(sheetRows(answer.data as Sheet, 'Marks by subject')[1]?.slice(0, 4)).toEqual([
    'Mathematics of exams',
    89.5,
    100,
    'Excellent',
  ])
  expect(JSON.stringify((answer.data as Sheet).blocks)).not.toMatch(/Other/)

  for (const [by, number, code] of [
    [principal, 'W1', 404],
    [head, 'W1', 404],
    [nameless, 'E1', 403],
    [noReports, 'E1', 403],
  ] as const)
    expect((await show(by, number)).code).toBe(code)
  // Nobody learns which candidates there are elsewhere.
  const [foreign, absent] = [await show(principal, 'W1'), await show(principal, 'none')]
  expect([foreign.msg, absent.msg]).toEqual([m.pupil_missing({}, en), m.pupil_missing({}, en)])
  for (const by of [nameless, noReports]) expect((await list(by)).code).toBe(403)
  expect((await list(principal, `&unit=class-${west.one}`)).code).toBe(404)
  const unknown = await call('GET', `/adminApi/report/pupil?exam=${exam}&pupil=999999`)
  expect(unknown).toMatchObject({ code: 404, msg: m.pupil_missing({}, en) })

  // A publication that is not for schools.
  const audience = { schools: false, teachers: true, families: 'none', ranks: false }
  await publish(exam, 1, { audience })
  expect((await show(principal, 'E1')).code).toBe(403)
  expect((await show(head, 'E1')).code).toBe(200)

  // A subject teacher sees the own subject of the pupil, also of earlier exams.
  const { held, maths, db } = made
  const summer = await held({ name: 'Summer', censusDate: '2025-06-01', since: '2025-06-03', until: '2025-06-04' })
  await forFamilies(exam, 'none')
  await forFamilies(summer, 'none')
  const { id: accountId, caller: teacher } = await officer('teacher', east.id, reads, 'teaching')
  const termId = await addCurrentTerm(call)
  await call('POST', '/adminApi/teaching/add', { accountId, orgId: east.one, subjectId: maths, termId })
  const pupil = (await candidatesOf(db, summer)).E1
  const { data } = await teacher('GET', `/adminApi/report/pupil?exam=${summer}&pupil=${pupil}`)
  expect(sheetRows(data as Sheet, 'Marks by subject').map(([name]) => name)).toEqual(['Mathematics of exams'])
  expect(sheetRows(data as Sheet, 'Exams so far')).toEqual([
    ['Midterm', '2024-11-04', 0.895],
    ['Summer', '2025-06-03', 0.895],
  ])
  expect(JSON.stringify((data as Sheet).blocks)).not.toMatch(/137|227/)
})

test('each view of a sheet is told to the family: who, from where, how, and how often', async () => {
  const made = await startViews()
  const { exam, candidates, officer, show, list, views, member, link, forFamilies, east, call } = made
  const { caller: principal } = await officer('principal', east.id)
  const { caller: stranger } = await officer('other', made.west.id)
  await forFamilies(exam, 'marks')
  const { caller: mother } = await member('mother')
  const own = await link(mother, 'E1')
  const { caller: other } = await member('other')
  const theirs = await link(other, 'E2')
  expect(await views(mother, own)).toEqual([])
  await list(principal, `&unit=class-${east.one}`)
  expect(await views(mother, own)).toEqual([])
  await Promise.all([show(principal, 'E1'), show(principal, 'E1'), show(principal, 'E1')])
  const query = `exam=${exam}&pupil=${candidates.E1}`
  const file = await made.api.request(`/adminApi/report/pupilSheet?${query}`, {
    headers: { authorization: `Bearer ${principal.tokens.access_token}`, 'accept-language': 'en' },
  })
  expect(file.headers.get('content-disposition')).toContain('Li%20Lei')
  const book = temporaryFile('sheet.xlsx', Buffer.from(await file.arrayBuffer()))
  expect(await surveyFile(book)).toMatchObject({
    sheets: [{ name: 'Marks by subject' }, { name: 'Points lost by subject' }, { name: 'About' }],
  })
  const printed = { exam, pupil: candidates.E1 }
  expect(await principal('POST', '/adminApi/report/pupilPrint', printed)).toMatchObject({ code: 200, data: null })
  // Who is refused has seen nothing.
  expect((await show(stranger, 'E1')).code).toBe(404)
  expect((await stranger('POST', '/adminApi/report/pupilPrint', printed)).code).toBe(404)
  const line = { exam: 'Midterm', who: 'principal', organization: 'East School' }
  const seen = await views(mother, own)
  expect(seen).toHaveLength(3)
  expect(seen).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...line, kind: 'screen', count: 3 }),
      expect.objectContaining({ ...line, kind: 'file', count: 1 }),
      expect.objectContaining({ ...line, kind: 'print', count: 1 }),
    ]),
  )
  expect(await views(other, theirs)).toEqual([])
  // The list of a family's own views is none of them.
  await mother('GET', `/api/result/show?link=${own}&exam=${exam}`)
  expect(await views(mother, own)).toHaveLength(3)
  expect((await call('GET', '/api/result/index')).code).toBe(401)

  // Views are counted by the days of the time zone of the site.
  await made.db.execute(sql`delete from pupil_view`)
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await made.db.execute(sql`update config set value = to_jsonb(${zone}::text) where name = 'timeZone'`)
    for (let at = 0; at < 2; at++) expect((await show(principal, 'E1')).code).toBe(200)
  }
  expect((await views(mother, own)).map(({ count }) => count)).toEqual([2, 2])
})
