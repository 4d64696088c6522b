import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { write as recorded, systemAuthor } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startExamData } from '../support/exam-data.ts'

test('a part is submitted with all warnings known, is closed then, and open again when it is returned', async () => {
  const { call, write, get, post, officer, candidates, chinese, maths, east, west, exam, db } = await startExamData({
    deadline: '2024-11-08T10:00:00Z',
  })
  const { E1 = 0, E2 = 0, E3 = 0, W1 = 0 } = candidates
  const principal = await officer('principal', east.id, 'orgBelow')
  await write(call, [E1, chinese, '80'], [E2, chinese, 'A'], [E3, chinese, '70'], [E1, maths, 'C'])
  expect(await post(principal, 'submit', { schoolId: east.id })).toMatchObject({
    code: 422,
    msg: 'Marks are still missing: Mathematics of exams 2. Confirm this to submit.',
    data: {
      reason: 'warnings',
      findings: { missing: 2, list: [{ kind: 'missing', count: 2 }, { kind: 'absent' }, { kind: 'cheat' }] },
    },
  })
  // A writer who is at it is waited for: what he enters is part of what is submitted.
  const held = Promise.withResolvers<void>()
  const writing = Promise.withResolvers<void>()
  const writer = recorded(db, systemAuthor, 'seed', async (tx) => {
    await tx.execute(
      sql`insert into paper (exam_id, candidate_id, subject_id, mark) values (${exam}, ${E2}, ${maths}, 5000)`,
    )
    writing.resolve()
    await held.promise
  })
  await writing.promise
  const early = post(principal, 'submit', { schoolId: east.id, missing: 2 })
  await expect
    .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length)
    .toBeGreaterThan(0)
  held.resolve()
  await writer
  expect(await early).toMatchObject({ code: 422, data: { reason: 'warnings', findings: { missing: 1 } } })
  expect(await post(principal, 'submit', { schoolId: east.id, missing: 1 })).toMatchObject({
    code: 200,
    msg: 'The marks are submitted',
  })
  expect((await post(principal, 'submit', { schoolId: east.id, missing: 1 })).code).toBe(409)
  expect(await write(principal, [E3, maths, '1'])).toMatchObject({
    code: 409,
    msg: 'The exam or the part of the school is not open for marks. Nothing was saved.',
  })
  expect((await write(call, [W1, maths, '1'])).cells).toMatchObject([{ outcome: 'saved' }])
  // The actions of who holds the exam.
  expect(await post(principal, 'return', { schoolIds: [east.id], reason: 'Why' })).toMatchObject({
    code: 403,
    msg: 'Only someone whose data scope has all organizations of the exam can manage it.',
  })
  expect(await post(call, 'remind', { schoolIds: [east.id] })).toMatchObject({
    code: 409,
    msg: 'Nothing was to be done for these schools, so nothing changed.',
  })
  expect((await post(call, 'return', { schoolIds: [east.id], reason: ' ' })).code).toBe(422)
  expect(await post(call, 'return', { schoolIds: [east.id, west.id], reason: 'Two marks are wrong' })).toMatchObject({
    code: 200,
    msg: 'Schools returned: 1',
    data: { count: 1, left: 1 },
  })
  expect((await get(principal, 'places')).data).toMatchObject({
    school: { state: 'returned', reason: 'Two marks are wrong' },
  })
  expect((await write(principal, [E3, maths, '1'])).cells).toMatchObject([{ outcome: 'saved' }])
  await write(call, [W1, chinese, '1'])
  expect(await post(call, 'submit', { schoolId: west.id, missing: 1 })).toMatchObject({
    code: 422,
    msg: 'No marks are missing any more. Confirm this to submit.',
  })
  await write(call, [W1, chinese, '', { value: '1', version: 1 }])
  // Two are late: they are reminded by a notice to the accounts that enter marks.
  expect(await post(call, 'remind', { schoolIds: [east.id, west.id] })).toMatchObject({
    code: 200,
    msg: 'Schools reminded: 2',
  })
  expect((await principal('GET', '/adminApi/notice/index')).data).toMatchObject({
    list: [
      {
        title: 'Please enter and submit the marks',
        text: 'Midterm · East School',
        link: expect.stringContaining('section=desk'),
      },
    ],
  })
  const mail = await principal('GET', '/adminApi/notice/mail')
  expect((mail.data as { kinds: object[] }).kinds).toContainEqual({
    kind: 'examReminder',
    label: m.noticeMail_examReminder({}, { locale: 'en' }),
    help: m.noticeMail_examReminderHelp({}, { locale: 'en' }),
    on: expect.any(Boolean),
  })
  const deadline = '2090-01-01T00:00:00Z'
  expect(await post(call, 'extend', { schoolIds: [west.id], deadline })).toMatchObject({
    msg: 'Schools with a new deadline: 1',
  })
  expect((await get(call, 'board')).data).toMatchObject({
    exam: { held: true, state: 'collecting' },
    schools: [
      {
        name: 'East School',
        state: 'returned',
        late: true,
        deadline: null,
        reason: 'Two marks are wrong',
        remindTime: expect.any(String),
      },
      {
        name: 'West School',
        state: 'open',
        late: false,
        deadline,
        cells: [{ entered: 0, expected: 1 }, { entered: 1 }],
      },
    ],
  })
  const { data } = await call('GET', `/adminApi/exam/overview?id=${exam}`)
  expect((data as { events: { kind: string }[] }).events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['submitted', 'returned', 'reminded', 'deadline']),
  )
  expect((await call('GET', '/adminApi/exam/dataExams')).data).toMatchObject({
    chosen: exam,
    list: [{ id: exam, name: 'Midterm' }],
  })
})

test('marks that no longer fit the scheme block', async () => {
  const { call, write, post, get, candidates, chinese, maths, east, exam, db } = await startExamData()
  const { E1 = 0, E2 = 0 } = candidates
  await write(call, [E1, chinese, '120'], [E1, maths, '50.5'], [E2, maths, '50'])
  await recorded(db, systemAuthor, 'seed', async (tx) => {
    await tx.execute(sql`update exam_subject set full_mark = 10000 where exam_id = ${exam}`)
    await tx.execute(sql`update exam set step = 100 where id = ${exam}`)
  })
  expect((await get(call, 'findings')).data).toMatchObject({
    blocking: 2,
    list: [
      { kind: 'over', school: 'East School', subject: 'Chinese language', count: 1, of: 1, orgId: east.one },
      { kind: 'offStep', subject: 'Mathematics of exams', count: 1, of: 2 },
      { kind: 'missing' },
      { kind: 'missing' },
      { kind: 'missing' },
      { kind: 'missing' },
    ],
  })
  expect((await post(call, 'submit', { schoolId: east.id, missing: 3 })).code).toBe(422)
})

test('the findings of all classes count, also for who sees the school without its classes', async () => {
  const { call, write, post, officer, candidates, chinese, maths, east } = await startExamData()
  const { E1 = 0, E2 = 0, E3 = 0 } = candidates
  const office = await officer('office', east.id, 'org')
  await write(call, [E1, chinese, '80'], [E2, chinese, '70'], [E3, chinese, '70'], [E1, maths, '70'])
  expect(await post(office, 'submit', { schoolId: east.id, missing: 0 })).toMatchObject({
    code: 422,
    data: { reason: 'warnings', findings: { missing: 2 } },
  })
  expect((await post(office, 'submit', { schoolId: east.id, missing: 2 })).code).toBe(200)
})
