import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REDACTED } from '#src/features/security/person.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Node } from '#src/resource/registry.ts'
import type { Caller } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { archiveOf } from '../support/own-data.ts'
import { addTeacher } from '../support/teaching.ts'
import { showResult, startResults } from './result-api.ts'

const en = { locale: 'en' } as const

type Office = { list: { id: number; name: string; number: string; subject: string; state: string; text: string }[] }

async function startChecks() {
  const made = await startResults()
  const exam = await made.held()
  await made.forFamilies(exam, 'bands')
  const { caller: mother, id: motherId } = await made.member('mother')
  const own = await made.link(mother, 'E1')
  const ask = (by: Caller, link: number, body: object = {}) =>
    by('POST', '/api/result/check', { link, exam, subject: made.chinese, text: 'Task 3 was not counted', ...body })
  const answer = (by: Caller, check: number, body: object = {}) =>
    by('POST', '/adminApi/exam/answerCheck', { id: exam, check, outcome: 'stays', text: 'We counted again.', ...body })
  const office = async (by: Caller) => {
    const { code, msg, data } = await by('GET', `/adminApi/exam/checks?id=${exam}`)
    if (code !== 200) throw new Error(msg)
    return (data as Office).list
  }
  const officer = async (username: string, deptId: number, nodes: Node[] = ['exam/exam/check']) => {
    await addOfficer(made, { username, nodes, scope: 'orgBelow', deptId })
    return made.signIn('admin', username)
  }
  const shown = async (by: Caller, link: number) => {
    const { data } = await showResult(by, link, exam)
    return (data as { checks: { open: boolean; papers: { subject: number; asked: boolean }[]; list: object[] } }).checks
  }
  return { ...made, exam, mother, motherId, own, ask, answer, office, officer, shown }
}

test('a family asks once for each paper and publication, and reads the answer of the school', async () => {
  const made = await startChecks()
  const { mother, own, ask, answer, office, officer, shown, chinese, maths, east, west, exam, forFamilies } = made
  expect(await shown(mother, own)).toMatchObject({
    open: true,
    papers: [
      { subject: chinese, name: 'Chinese language', asked: false },
      { subject: maths, asked: false },
    ],
    list: [],
  })
  for (const text of ['', '  ', 'x'.repeat(501)]) expect(await ask(mother, own, { text })).toMatchObject({ code: 422 })
  expect(await ask(mother, own, { subject: 999_999 })).toMatchObject({
    code: 422,
    data: { errors: { subject: [m.check_noPaper({}, en)] } },
  })
  expect(await ask(mother, own)).toMatchObject({ code: 200, msg: m.check_sent({}, en) })
  // Another of the family has no second request for this paper, but one for another.
  const { caller: father } = await made.member('father')
  const his = await made.link(father, 'E1', 'father')
  expect(await ask(father, his)).toMatchObject({ code: 409, msg: m.check_asked({}, en), data: { reason: 'done' } })
  expect(await ask(father, his, { subject: maths })).toMatchObject({ code: 200 })
  expect(await shown(mother, own)).toMatchObject({
    papers: [{ asked: true }, { asked: true }],
    list: [{ subject: maths }, { subject: chinese, state: 'open', outcome: '', answer: '', version: 1 }],
  })

  // Schools see the requests of their pupils; names only with their node.
  const principal = await officer('principal', east.id)
  const named = await officer('named', east.id, ['exam/exam/check', 'exam/candidate/pupil'])
  const other = await officer('other', west.id)
  const reader = await officer('reader', east.id, ['exam/exam/index'])
  expect(await office(other)).toEqual([])
  expect((await reader('GET', `/adminApi/exam/checks?id=${exam}`)).code).toBe(403)
  const [, first] = await office(principal)
  expect(first).toMatchObject({
    number: 'E1',
    name: 'L***',
    subject: 'Chinese language',
    school: 'East School',
    class: 'Class 1',
    mark: 13_750,
    text: 'Task 3 was not counted',
  })
  expect((await office(named))[0]).toMatchObject({ name: 'Li Lei' })
  const check = first?.id ?? 0

  expect(await answer(other, check)).toMatchObject({ code: 404 })
  expect((await answer(reader, check)).code).toBe(403)
  for (const body of [{ text: ' ' }, { text: 'x'.repeat(501) }, { outcome: 'maybe' }])
    expect(await answer(principal, check, body)).toMatchObject({ code: 422 })
  // Two answer at once: one answer stands.
  const both = await Promise.all([
    answer(principal, check),
    answer(named, check, { outcome: 'corrected', text: 'Two marks are missing.' }),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(both.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([m.check_answerSent({}, en), m.check_answered({}, en)]),
  )
  const stands = both[0].code === 200 ? 'stays' : 'corrected'
  const seen = await shown(mother, own)
  expect(seen.list[1]).toMatchObject({ state: 'answered', outcome: stands, answerTime: expect.any(String) })
  expect((await office(principal)).map(({ state }) => state)).toEqual(['open', 'answered'])

  // Who has asked is told.
  const { data } = await mother('GET', '/api/notice/index')
  const title = stands === 'stays' ? m.notice_markStays({}, en) : m.notice_markCorrected({}, en)
  expect(JSON.stringify(data)).toContain(title)
  expect(JSON.stringify(data)).toContain('/user/account/results')
  expect(JSON.stringify((await father('GET', '/api/notice/index')).data)).not.toContain(title)

  // The next publication is another one.
  await forFamilies(exam, 'bands')
  expect(await ask(mother, own)).toMatchObject({ code: 200 })
})

/** Takes all requests and what was told of them away. */
async function clear({ db }: Pick<Awaited<ReturnType<typeof startChecks>>, 'db'>) {
  await db.execute(sql`delete from mark_check`)
  await db.execute(sql`delete from change where table_name = 'mark_check'`)
  await db.execute(sql`delete from notice`)
}

test('requests: one of a family, in the days of the publication, answered by those of the subject, gone with the account', async () => {
  const product = await startChecks()
  // Members choose whether answers come by e-mail too.
  {
    const { data } = await product.mother('GET', '/api/notice/mail')
    expect((data as { kinds: object[] }).kinds).toContainEqual({
      kind: 'markCheck',
      label: m.noticeMail_markCheck({}, en),
      help: m.noticeMail_markCheckHelp({}, en),
      on: true,
    })
    const values = { title: 'Midterm' }
    expect(m.letter_checkAnsweredSubject(values, en)).toBe('Answer to your check: Midterm')
  }
  // Two of a family who ask at once make one request.
  {
    const { mother, own, ask, member, link, db } = product
    const { caller: father } = await member('uncle')
    const his = await link(father, 'E1', 'father')
    const both = await Promise.all([ask(mother, own), ask(father, his)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const { rows } = await db.execute(sql`select id from mark_check`)
    expect(rows).toHaveLength(1)
  }
  await clear(product)
  // A subject teacher answers for the own subjects alone.
  {
    const made = product
    const { mother, own, ask, answer, office, call, chinese, maths, east, signIn } = made
    await addTeacher(made, {
      username: 'teacher',
      nodes: ['exam/exam/check'],
      deptId: east.id,
      teaches: [[east.one, maths]],
    })
    await ask(mother, own, { subject: chinese })
    await ask(mother, own, { subject: maths })
    const teacher = await signIn('admin', 'teacher')
    expect((await office(teacher)).map(({ subject }) => subject)).toEqual(['Mathematics of exams'])
    const all = await office(call)
    for (const { id, subject } of all)
      expect(await answer(teacher, id)).toMatchObject({ code: subject === 'Chinese language' ? 404 : 200 })
  }
  await clear(product)
  // The days of the publication end requests, and a withdrawal or another audience does so at once.
  {
    const { mother, own, ask, db, exam, call, shown, forFamilies } = product
    await forFamilies(exam, 'bands', { checkDays: 2 })
    const age = (hours: number) =>
      db.execute(sql`update publication set create_time = now() - make_interval(hours => ${hours})`)
    await age(49)
    expect(await ask(mother, own)).toMatchObject({ code: 409, msg: m.check_closed({}, en), data: { reason: 'state' } })
    expect(await shown(mother, own)).toMatchObject({ open: false })
    await age(47)
    expect(await shown(mother, own)).toMatchObject({ open: true })
    await forFamilies(exam, 'none')
    expect(await ask(mother, own)).toMatchObject({ code: 404, msg: m.result_none({}, en) })
    await forFamilies(exam, 'bands', { checkDays: 0 })
    expect(await ask(mother, own)).toMatchObject({ code: 409, msg: m.check_closed({}, en) })
    for (let at = 0; at < 4; at++) await call('POST', '/adminApi/exam/withdraw', { id: exam, reason: 'Wrong' })
    expect(await ask(mother, own)).toMatchObject({ code: 404 })
    await forFamilies(exam, 'bands')
  }
  await clear(product)
  // Who has no link any more is not told; a closed account leaves no text; the archive has the requests.
  {
    const made = product
    const { mother, motherId, own, ask, answer, office, call, db } = made
    await ask(mother, own)
    const { files } = await archiveOf(made, mother)
    expect(JSON.parse(files.get('checks.json')?.toString() ?? '')).toMatchObject([
      { exam: 'Midterm', student: 'Li Lei', subject: 'Chinese language', text: 'Task 3 was not counted', answer: '' },
    ])
    await mother('POST', '/api/family/revoke', { id: own })
    const [check] = await office(call)
    expect(await answer(call, check?.id ?? 0)).toMatchObject({ code: 200 })
    const { rows: notices } = await db.execute(sql`select from notice where kind = 'markCheck'`)
    expect(notices).toEqual([])
    expect(await call('POST', '/adminApi/member/close', { id: motherId })).toMatchObject({ code: 200 })
    expect((await office(call))[0]).toMatchObject({ text: REDACTED })
    const { rows } = await db.execute(sql`select before, after from change where table_name = 'mark_check'`)
    expect(JSON.stringify(rows)).not.toContain('Task 3')
  }
})
