import { expect, test } from 'vitest'
import { idOf } from '../support/base-info.ts'
import { candidatesOf, choiceScheme, countsOf, startExamData } from '../support/exam-data.ts'

type Papers = {
  candidates: { number: string; name: string; combo: string; papers: ({ value: string; version: number } | null)[] }[]
}
type Places = {
  schools: { name: string }[]
  school: { whole: boolean; classes: { name: string; candidates: number }[] }
}

test('cells are saved one by one, and each refusal says why', async () => {
  const api = await startExamData()
  const { call, write, get, candidates, chinese, maths, east, exam } = api
  const { E1 = 0, E2 = 0, E3 = 0 } = candidates
  const first = await write(
    call,
    [E1, chinese, '87.5'],
    [E1, maths, 'a'],
    [E2, chinese, 150],
    [E2, maths, '100.5'],
    [E3, chinese, '87.3'],
    [E3, maths, 'x'],
    [999, chinese, '1'],
    [E1, 999, '1'],
    [E1, chinese, '88'],
  )
  expect(first).toMatchObject({
    code: 200,
    cells: [
      { outcome: 'saved', now: { value: '87.5', version: 1 } },
      { outcome: 'saved', now: { value: 'A', version: 1 } },
      { outcome: 'saved', now: { value: '150', version: 1 } },
      { outcome: 'refused', message: 'Above the full mark of 100.' },
      { outcome: 'refused', message: 'Marks are multiples of 0.5.' },
      { outcome: 'refused', message: 'Enter a mark, or A (absent), C (cheated), E (exempt).' },
      { outcome: 'refused', message: 'This candidate is no longer on the roster, or is outside your data scope.' },
      { outcome: 'refused', message: 'The exam does not have this subject.' },
      { outcome: 'refused', message: 'This cell is in the request twice.' },
    ],
  })
  // Later entries name what they have seen; what somebody else has changed stays.
  const seen = { value: '87.5', version: 1 }
  const second = await write(call, [E1, chinese, '90', seen], [E1, maths, '', { value: 'A', version: 1 }])
  expect(second.cells).toMatchObject([
    { outcome: 'saved', now: { value: '90', version: 2 } },
    { outcome: 'saved', now: null },
  ])
  const third = await write(call, [E1, chinese, '91', seen], [E1, chinese, '90'], [E2, chinese, '12'])
  expect(third.cells).toMatchObject([
    { outcome: 'conflict', now: { value: '90', version: 2 } },
    { outcome: 'refused' },
    { outcome: 'conflict', now: { value: '150', version: 1 } },
  ])
  expect((await write(call, [E1, chinese, '90'])).cells).toMatchObject([{ outcome: 'saved', now: { version: 2 } }])
  expect((await write(call, [E1, chinese, '', seen])).cells).toMatchObject([{ outcome: 'conflict' }])
  // A cell that was cleared and entered anew has version 1 again, and is another one all the same.
  await write(call, [E1, chinese, '', { value: '90', version: 2 }])
  await write(call, [E1, chinese, '10'])
  expect((await write(call, [E1, chinese, '20', seen])).cells).toMatchObject([
    { outcome: 'conflict', now: { value: '10' } },
  ])
  const { data } = await get(call, 'papers', `&schoolId=${east.id}&orgId=${east.one}`)
  expect((data as Papers).candidates).toMatchObject([
    { number: 'E1', name: 'Li Lei', papers: [{ value: '10', version: 1 }, null] },
    { number: 'E2', name: 'Han Mei', papers: [{ value: '150', version: 1 }, null] },
  ])
  // Who is excluded is not entered, and a locked exam is closed.
  await api.db.execute("update candidate set status = 'out', reason = 'Ill' where number = 'E3'")
  expect((await write(call, [E3, maths, '1'])).cells).toMatchObject([{ outcome: 'refused' }])
  await api.db.execute(`update exam set state = 'locked' where id = ${exam}`)
  expect(await write(call, [E1, maths, '1'])).toMatchObject({
    code: 409,
    msg: 'The exam or the part of the school is not open for marks. Nothing was saved.',
    data: { reason: 'state' },
  })
  expect((await write(call)).code).toBe(422)
  expect((await call('GET', '/adminApi/exam/papers?id=999&schoolId=1&orgId=1')).code).toBe(404)
})

test('of two writers of a cell one wins, and many at once neither lose marks nor deadlock', async () => {
  const { call, db, write, candidates, chinese, maths } = await startExamData()
  const { E1 = 0, E2 = 0, E3 = 0 } = candidates
  const both = await Promise.all([write(call, [E1, chinese, '10']), write(call, [E1, chinese, '20'])])
  expect(both.map(({ cells }) => cells[0]?.outcome).sort()).toEqual(['conflict', 'saved'])
  expect(both[0].cells[0]?.now).toEqual(both[1].cells[0]?.now)
  const now = both[0].cells[0]?.now ?? null
  const again = await Promise.all(['30', '40'].map((value) => write(call, [E1, chinese, value, now])))
  expect(again.map(({ cells }) => cells[0]?.outcome).sort()).toEqual(['conflict', 'saved'])
  const order = [E1, E2, E3].flatMap((one) => [[one, maths] as const, [one, chinese] as const])
  const race = await Promise.all(
    [order, order.toReversed(), order, order.toReversed()].map((list, at) =>
      write(call, ...list.map(([one, subject]) => [one, subject, String(at + 1)] as [number, number, string])),
    ),
  )
  expect(race.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  const saved = race.flatMap(({ cells }) => cells).filter(({ outcome }) => outcome === 'saved')
  expect(saved).toHaveLength(5)
  const { kept, counted } = await countsOf(db)
  expect(kept).toEqual(counted)
})

test('a head teacher enters the own class alone, a principal the school, and names need their node', async () => {
  const { write, get, post, officer, candidates, chinese, east, west, district } = await startExamData()
  const { E1 = 0, E3 = 0, W1 = 0 } = candidates
  const head = await officer('head', east.one, 'org')
  const principal = await officer('principal', east.id, 'orgBelow')
  const looks = await officer('looks', district, 'orgBelow', ['exam/data/index'])
  expect((await write(head, [E1, chinese, '1'], [E3, chinese, '1'], [W1, chinese, '1'])).cells).toMatchObject([
    { outcome: 'saved' },
    { outcome: 'refused', message: 'This candidate is no longer on the roster, or is outside your data scope.' },
    { outcome: 'refused' },
  ])
  expect((await get(head, 'places')).data as Places).toMatchObject({
    schools: [{ name: 'East School' }],
    school: { whole: false, classes: [{ name: 'Class 1', candidates: 2 }] },
  })
  const query = `&schoolId=${east.id}&orgId=${east.one}`
  expect(((await get(head, 'papers', query)).data as Papers).candidates.map(({ name }) => name)).toEqual([
    'L***',
    'H***',
  ])
  const other = await get(head, 'papers', `&schoolId=${east.id}&orgId=${east.two}`)
  expect((other.data as Papers).candidates).toEqual([])
  expect(((await get(head, 'board')).data as { schools: object[] }).schools).toEqual([])
  expect(((await get(head, 'findings')).data as { missing: number }).missing).toBe(3)
  expect(await post(head, 'submit', { schoolId: east.id, missing: 3 })).toMatchObject({
    code: 403,
    msg: 'Only someone whose data scope has the whole school can submit its marks.',
  })
  expect((await post(head, 'submit', { schoolId: west.id })).code).toBe(404)
  expect((await write(principal, [E3, chinese, '1'], [W1, chinese, '1'])).cells).toMatchObject([
    { outcome: 'saved' },
    { outcome: 'refused' },
  ])
  expect((await get(principal, 'places', `&schoolId=${west.id}`)).data as Places).toMatchObject({
    school: { whole: true, classes: [{ name: 'Class 1' }, { name: 'Class 2' }] },
  })
  expect((await get(principal, 'board')).data).toMatchObject({
    exam: { held: false },
    schools: [
      {
        name: 'East School',
        candidates: 3,
        cells: [
          { expected: 3, entered: 2 },
          { expected: 3, entered: 0 },
        ],
      },
    ],
  })
  expect((await write(looks, [E1, chinese, '2'])).code).toBe(403)
  expect((await get(looks, 'board')).code).toBe(200)
})

test('candidates sit the subjects of their combination', async () => {
  const api = await startExamData()
  const { call, pupil, east, levels, chinese, maths } = api
  const subject = async (code: string) =>
    idOf(
      await call('POST', '/adminApi/subject/add', {
        code,
        name: `Subject ${code}`,
        levelIds: [levels.junior?.id],
        type: 'required',
        fullMark: 100,
        status: 1,
      }),
    )
  const chosen = [maths, await subject('X-HX'), await subject('X-SW')] as const
  const schemeId = await choiceScheme(call, levels.junior?.id, [chinese, ...chosen])
  await pupil({ number: 'E4', name: 'Wu Di', orgId: east.one })
  const exam = await api.collecting({ schemeId, name: 'Choice' })
  const { E1 = 0, E2 = 0 } = await candidatesOf(api.db, exam)
  await call('POST', '/adminApi/candidate/edit', { id: E1, combo: 'Both', version: 1 })
  const put = (candidateId: number, subjectId: number, value: string, was: object | null = null) =>
    call('POST', '/adminApi/exam/papers', { id: exam, cells: [{ candidateId, subjectId, value, was }] })
  expect((await put(E1, maths, '60')).data).toMatchObject({ cells: [{ outcome: 'saved' }] })
  expect((await put(E2, maths, '60')).data).toMatchObject({
    cells: [{ outcome: 'refused', message: "This subject is not in the candidate's combination." }],
  })
  const board = await call('GET', `/adminApi/exam/board?id=${exam}`)
  expect(board.data).toMatchObject({
    schools: [
      {
        candidates: 4,
        cells: [{ expected: 4 }, { expected: 1, entered: 1 }, { expected: 1, entered: 0 }, { expected: 1 }],
      },
      { candidates: 1, cells: [{ expected: 1 }, { expected: 0 }, { expected: 0 }, { expected: 0 }] },
    ],
  })
  // Papers that were entered before the combination changed block, and can only be cleared.
  await call('POST', '/adminApi/candidate/edit', { id: E1, combo: '', version: 2 })
  const { data } = await call('GET', `/adminApi/exam/findings?id=${exam}&schoolId=${east.id}`)
  expect(data).toMatchObject({
    blocking: 2,
    list: [
      { kind: 'noCombo', count: 4, blocking: true, subjectId: null },
      { kind: 'notSat', count: 1, blocking: true, subjectId: maths, orgId: east.one },
      { kind: 'missing', count: 4, blocking: false, subjectId: chinese },
    ],
  })
  expect(await call('POST', '/adminApi/exam/submit', { id: exam, schoolId: east.id, missing: 4 })).toMatchObject({
    code: 422,
    msg: 'Some findings have to be solved before the marks can be submitted.',
  })
  expect((await put(E1, maths, '', { value: '60', version: 1 })).data).toMatchObject({ cells: [{ outcome: 'saved' }] })
})
