import { expect, test } from 'vitest'
import { listOf } from '../support/base-info.ts'
import { addTeacher } from '../support/teaching.ts'
import { asks, decides, startCorrections } from './correction-api.ts'

test('a correction is asked for by the rules of the desk, once at a time, and each refusal says why', async () => {
  const api = await startCorrections()
  const { call, exam, ask, asked, correction, chinese, maths, candidates } = api
  const id = await asked(call, 'E1', chinese, '９０.0')
  expect(await correction(id)).toMatchObject({
    examId: exam,
    number: 'E1',
    name: 'Li Lei',
    was: '87.5',
    wanted: '90',
    reason: 'A page was overlooked',
    state: 'waiting',
    answer: '',
    asker: 'admin',
    decider: '',
    decideTime: null,
  })
  const wrong = async (...given: [number: string, subjectId: number, wanted: string, values?: object]) => {
    const { code, data } = await ask(call, ...given)
    return { code, errors: (data as { errors?: object } | null)?.errors }
  }
  expect(await wrong('E2', chinese, '150.5')).toEqual({
    code: 422,
    errors: { wanted: ['Above the full mark of 150.'] },
  })
  expect(await wrong('E2', chinese, '99.3')).toMatchObject({ errors: { wanted: ['Marks are multiples of 0.5.'] } })
  expect(await wrong('E2', chinese, 'x')).toMatchObject({
    errors: { wanted: ['Enter a mark, or A (absent), C (cheated), E (exempt).'] },
  })
  expect(await wrong('E2', chinese, ' ')).toMatchObject({ code: 422, errors: { wanted: [expect.any(String)] } })
  expect(await wrong('E2', maths, '缺考')).toMatchObject({ errors: { wanted: ['This is the mark already.'] } })
  expect(await wrong('E2', maths, '50', { reason: ' ' })).toMatchObject({ errors: { reason: [expect.any(String)] } })
  expect(await wrong('E2', 999, '50')).toMatchObject({ code: 422, errors: { subjectId: [expect.any(String)] } })
  expect(await wrong('E2', maths, '50', { candidateId: 999 })).toMatchObject({
    code: 422,
    errors: { candidateId: [expect.any(String)] },
  })
  // One waits at a time, also when two ask at once.
  expect(await ask(call, 'E1', chinese, '91')).toMatchObject({
    code: 409,
    msg: 'A correction of this mark is waiting already.',
    data: { reason: 'duplicate' },
  })
  const both = await Promise.all(['10', '20'].map((wanted) => ask(call, 'E3', maths, wanted)))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  // A mark that is missing is one of those that can be corrected.
  expect(await correction(await asked(call, 'W1', maths, 'e'))).toMatchObject({ was: '', wanted: 'E' })

  // Who was excluded has no marks to correct. Open and archived exams are not corrected.
  await api.db.execute("update candidate set status = 'out', reason = 'Ill' where number = 'E2'")
  expect(await wrong('E2', maths, '50')).toMatchObject({
    errors: { candidateId: ['This candidate is no longer on the roster, or is outside your data scope.'] },
  })
  for (const state of ['collecting', 'archived']) {
    await api.db.execute(`update exam set state = '${state}' where id = ${exam}`)
    expect(await ask(call, 'E3', chinese, '50')).toMatchObject({
      code: 409,
      msg: 'Corrections are for exams that are locked or published. While an exam is open, change marks at the school desk.',
      data: { reason: 'state' },
    })
  }
  expect((await ask(call, 'E3', chinese, '50', { candidateId: candidates.E3, examId: 999 })).code).toBe(422)
})

test('corrections are asked for and seen by class and subject, and names need their node', async () => {
  const api = await startCorrections()
  const { call, exam, ask, asked, accept, withdraw, officer, candidates, chinese, maths, east, signIn } = api
  const head = await officer('head', east.one, asks, 'org')
  await addTeacher(api, { username: 'teacher', nodes: asks, deptId: east.id, teaches: [[east.one, maths]] })
  const teacher = await signIn('admin', 'teacher')
  const stranger = await officer('stranger', api.west.id, [...asks, ...decides])

  const ids = {
    chinese: await asked(head, 'E1', chinese, '90'),
    maths: await asked(teacher, 'E1', maths, '61'),
    other: await asked(call, 'E3', maths, '51'),
  }
  expect(await ask(teacher, 'E2', chinese, '90')).toMatchObject({
    code: 422,
    data: { errors: { subjectId: ['The exam does not have this subject.'] } },
  })
  for (const caller of [teacher, head, stranger])
    expect(await ask(caller, 'E3', maths, '90')).toMatchObject({
      code: 422,
      data: { errors: { candidateId: [expect.any(String)] } },
    })
  const seenBy = async (caller: typeof head) => (await listOf(caller, 'correction')).map(({ id }) => id).sort()
  expect(await seenBy(head)).toEqual([ids.chinese, ids.maths].sort())
  expect(await seenBy(teacher)).toEqual([ids.maths])
  expect(await seenBy(stranger)).toEqual([])
  expect(await listOf(head, 'correction')).toMatchObject([{ name: 'L***' }, { name: 'L***' }])
  // Ids of others are refused in each call.
  expect((await stranger('GET', `/adminApi/correction/edit?id=${ids.maths}`)).code).toBe(404)
  expect((await accept(stranger, ids.maths)).code).toBe(404)
  expect((await withdraw(stranger, ids.maths)).code).toBe(404)
  expect(
    (await stranger('POST', '/adminApi/correction/refuse', { examId: exam, ids: [ids.maths], answer: 'No' })).code,
  ).toBe(404)
  expect((await withdraw(teacher, ids.chinese)).code).toBe(404)

  // What the dialog is given.
  const find = async (caller: typeof head, text: string) =>
    (await caller('GET', `/adminApi/correction/find?examId=${exam}&quickSearch=${text}`)).data
  expect(await find(head, 'e')).toEqual({
    list: [
      { value: candidates.E1, label: 'E1 L***', hint: 'Class 1' },
      { value: candidates.E2, label: 'E2 H***', hint: 'Class 1' },
    ],
    more: false,
  })
  expect(await find(head, 'Han')).toMatchObject({ list: [] })
  expect(await find(call, 'Han')).toMatchObject({ list: [{ label: 'E2 Han Mei' }] })
  expect(await find(stranger, '')).toMatchObject({ list: [{ label: 'W1 W***' }] })
  const papers = (caller: typeof head, number: string) =>
    caller('GET', `/adminApi/correction/papers?examId=${exam}&candidateId=${candidates[number]}`)
  expect((await papers(teacher, 'E1')).data).toEqual({
    id: candidates.E1,
    number: 'E1',
    name: 'L***',
    org: 'Class 1',
    state: 'locked',
    step: 50,
    subjects: [{ id: maths, name: 'Mathematics of exams', fullMark: 10_000, value: '60', waits: true }],
  })
  expect((await papers(head, 'E2')).data).toMatchObject({
    subjects: [
      { id: chinese, value: '120', waits: false },
      { id: maths, value: 'A', waits: false },
    ],
  })
  for (const caller of [teacher, head, stranger]) expect((await papers(caller, 'E3')).code).toBe(404)
  expect((await call('GET', '/adminApi/correction/find?examId=999')).code).toBe(404)
  // Without its node, a call is refused.
  const looks = await officer('looks', east.id, ['exam/correction/index'])
  expect((await ask(looks, 'E1', maths, '62')).code).toBe(403)
  expect((await accept(looks, ids.maths)).code).toBe(403)
  expect((await withdraw(looks, ids.maths)).code).toBe(403)
  expect((await papers(looks, 'E1')).code).toBe(403)
  expect(await seenBy(looks)).toHaveLength(3)
  // The exam's page counts those that the user sees.
  const overview = async (caller: typeof head) => (await caller('GET', `/adminApi/exam/overview?id=${exam}`)).data
  expect(await overview(head)).toMatchObject({ corrections: { waiting: 2, uncomputed: 0 } })
  expect(await overview(teacher)).toMatchObject({ corrections: { waiting: 1, uncomputed: 0 } })
})
