import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countsOf } from '../support/exam-data.ts'
import { asks, decides, paperOf, startCorrections } from './correction-api.ts'

test('someone else who sees the whole school accepts, several at once, and the trail says who and why', async () => {
  const api = await startCorrections()
  const { call, db, exam, asked, accept, correction, officer, chinese, maths, east, candidates } = api
  const principal = await officer('principal', east.id, [...asks, ...decides])
  const head = await officer('head', east.one, [...asks, ...decides], 'org')
  const clerk = await officer('clerk', east.id, asks)
  const first = await asked(clerk, 'E1', chinese, '90')
  const second = await asked(clerk, 'E2', maths, '55.5')
  const own = await asked(principal, 'E3', maths, 'C')
  const missing = await asked(call, 'W1', maths, '70')
  expect(await accept(principal, first, own)).toMatchObject({
    code: 403,
    msg: 'You cannot decide a correction that you asked for yourself. Someone else has to.',
  })
  expect(await accept(head, first)).toMatchObject({
    code: 403,
    msg: 'Only someone whose data scope has the whole school can decide its corrections.',
  })
  expect((await accept(principal, first, missing)).code).toBe(404)
  expect((await accept(principal)).code).toBe(422)
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '87.5', version: 1 })

  expect(await accept(principal, second, first, first)).toMatchObject({
    code: 200,
    data: { count: 2 },
    msg: '2 corrections accepted. Compute the exam again so that its results have them.',
  })
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '90', version: 2 })
  expect(await paperOf(api, 'E2', maths)).toEqual({ text: '55.5', version: 2 })
  expect(await correction(first)).toMatchObject({
    state: 'accepted',
    asker: 'clerk',
    decider: 'principal',
    decideTime: expect.any(String),
    version: 2,
  })
  // A super administrator may be alone. A mark that was missing is entered.
  expect(await accept(call, own)).toMatchObject({
    msg: '1 correction accepted. Compute the exam again so that its results have it.',
  })
  expect((await accept(call, missing)).code).toBe(200)
  expect(await paperOf(api, 'W1', maths)).toEqual({ text: '70', version: 1 })
  expect(await paperOf(api, 'E3', maths)).toEqual({ text: 'C', version: 2 })
  const { kept, counted } = await countsOf(db)
  expect(kept).toEqual(counted)

  // The trail: the history of the papers with who accepted, and the exam's events.
  const { rows } = await db.execute(sql`
    select s.actor_name as who, c.operation, c.row_id::float8 as candidate, c.before ->> 'mark' as before, c.after ->> 'mark' as after
    from change c join change_set s on s.id = c.change_set_id where c.table_name = 'paper' order by c.id limit 1`)
  expect(rows).toEqual([
    { who: 'principal', operation: 'update', candidate: candidates.E1, before: '8750', after: '9000' },
  ])
  const { data } = await call('GET', `/adminApi/exam/overview?id=${exam}`)
  expect(data).toMatchObject({
    corrections: { waiting: 0, uncomputed: 4 },
    events: [
      { kind: 'corrected', school: 'West School', who: 'admin', reason: 'W1 Mathematics of exams – → 70' },
      { kind: 'corrected', reason: 'E3 Mathematics of exams 50 → C' },
      {
        kind: 'corrected',
        school: 'East School',
        who: 'principal',
        reason: 'E1 Chinese language 87.5 → 90; E2 Mathematics of exams A → 55.5',
      },
      { kind: 'locked' },
      { kind: 'opened' },
      { kind: 'roster' },
    ],
  })
  // A corrected mark can be corrected again.
  expect(await correction(await asked(clerk, 'E1', chinese, '91'))).toMatchObject({ was: '90' })
})

test('who has asked is told once for all that is decided together, and nobody of an own decision', async () => {
  const api = await startCorrections()
  const { call, db, asked, accept, refuse, officer, chinese, maths, east } = api
  const principal = await officer('principal', east.id, [...asks, ...decides])
  const clerk = await officer('clerk', east.id, asks)
  const gone = await officer('gone', east.id, asks)
  const ids = [await asked(clerk, 'E1', chinese, '90'), await asked(clerk, 'E2', maths, '55.5')]
  const third = await asked(clerk, 'E3', maths, '51')
  const own = await asked(call, 'E3', chinese, '91')
  const left = await asked(gone, 'E1', maths, '61')
  await db.execute(sql`delete from account where username = 'gone'`)
  expect((await accept(principal, ...ids, own)).code).toBe(200)
  expect((await refuse(principal, 'The page has no marks', third, left)).code).toBe(200)
  type Entry = { title: string; text: string; link: string }
  const told = async (by: typeof call) => ((await by('GET', '/adminApi/notice/index')).data as { list: Entry[] }).list
  const said = (title: string, text: string) => expect.objectContaining({ title, text, link: '/admin/exam/correction' })
  expect(await told(clerk)).toEqual([
    said('Your correction was refused', 'Midterm · E3 Mathematics of exams · The page has no marks'),
    said('2 of your corrections were accepted', 'Midterm'),
  ])
  expect(await told(call)).toContainEqual(said('Your correction was accepted', 'Midterm · E3 Chinese language'))
  expect(await told(principal)).toEqual([])
  const more = [await asked(clerk, 'E1', chinese, '92'), await asked(clerk, 'E3', maths, '53')]
  expect((await refuse(principal, 'Not again', ...more)).code).toBe(200)
  expect((await told(clerk))[0]).toEqual(said('2 of your corrections were refused', 'Midterm · Not again'))
  // A super administrator who decides alone knows it.
  const before = (await told(call)).length
  expect((await accept(call, await asked(call, 'E3', maths, '52'))).code).toBe(200)
  expect(await told(call)).toHaveLength(before)
})

test('corrections are refused with an answer, withdrawn by who asked, and decided once', async () => {
  const api = await startCorrections()
  const { call, exam, db, asked, accept, refuse, withdraw, correction, officer, chinese, maths, east } = api
  const principal = await officer('principal', east.id, decides)
  const clerk = await officer('clerk', east.id, asks)
  const ids = [await asked(clerk, 'E1', chinese, '90'), await asked(clerk, 'E1', maths, '61')]
  const [one = 0, two = 0] = ids
  expect(await refuse(principal, ' ', one)).toMatchObject({
    code: 422,
    data: { errors: { answer: [expect.any(String)] } },
  })
  expect(await refuse(principal, 'The page has no marks', one)).toMatchObject({
    code: 200,
    msg: '1 correction refused.',
  })
  expect(await correction(one)).toMatchObject({
    state: 'refused',
    answer: 'The page has no marks',
    decider: 'principal',
  })
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '87.5', version: 1 })
  expect(await accept(principal, one, two)).toMatchObject({
    code: 409,
    msg: 'Nothing was changed.\nE1 Chinese language: This correction is already decided or withdrawn.',
    data: { reason: 'state', rows: [{ id: one, title: 'E1 Chinese language' }] },
  })
  expect(await withdraw(call, two)).toMatchObject({
    code: 403,
    msg: 'Only the person who asked for a correction can withdraw it.',
  })
  expect(await withdraw(clerk, one)).toMatchObject({
    code: 409,
    msg: 'This correction is already decided or withdrawn.',
  })
  expect(await withdraw(clerk, two)).toMatchObject({ code: 200, msg: 'The correction is withdrawn.' })
  expect((await accept(principal, two)).code).toBe(409)
  expect(await correction(two)).toMatchObject({ state: 'withdrawn', decider: 'clerk' })
  expect(await paperOf(api, 'E1', maths)).toEqual({ text: '60', version: 1 })

  // A paper that changed while the exam was open again is no longer what was asked about.
  const three = await asked(clerk, 'E1', chinese, '90')
  const four = await asked(clerk, 'E3', chinese, '91')
  await call('POST', '/adminApi/exam/reopen', { id: exam, reason: 'A paper is missing' })
  expect(await accept(principal, three)).toMatchObject({ code: 409, data: { reason: 'state' } })
  await db.execute(sql`update paper set mark = 8800 where mark = 8750`)
  await db.execute(sql`update exam set state = 'published' where id = ${exam}`)
  expect(await accept(principal, three, four)).toMatchObject({
    code: 409,
    msg: 'Nothing was changed.\nE1 Chinese language: The mark is no longer 87.5. It is 88 now. Refuse this correction, and ask for a new one if it is needed.',
    data: { rows: [{ id: three }] },
  })
  expect(await correction(four)).toMatchObject({ state: 'waiting' })
  expect(await paperOf(api, 'E3', chinese)).toMatchObject({ text: '90' })
  expect((await accept(principal, four)).code).toBe(200)
  // Of an exam that is archived, nothing changes any more.
  await db.execute(sql`update exam set state = 'archived' where id = ${exam}`)
  expect((await accept(principal, three)).code).toBe(409)
  expect(await refuse(principal, 'Too late', three)).toMatchObject({ code: 200 })
})

test('of two who accept at once one does, and many at once neither deadlock nor lose a mark', async () => {
  const api = await startCorrections()
  const { call, db, asked, accept, refuse, officer, chinese, maths, district } = api
  const officers = [await officer('one', district, decides), await officer('two', district, decides)] as const
  const id = await asked(call, 'E1', chinese, '90')
  const race = await Promise.all(officers.map((one) => accept(one, id)))
  expect(race.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '90', version: 2 })
  const ids: number[] = []
  for (const number of ['E1', 'E2', 'E3', 'W1']) ids.push(await asked(call, number, maths, '77'))
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const many = await Promise.all([
    accept(officers[0], fourth, third, first),
    accept(officers[1], second),
    refuse(officers[1], 'No', third),
    accept(officers[1], first, fourth),
  ])
  expect(many.every(({ code }) => code === 200 || code === 409)).toBe(true)
  const { rows } = await db.execute<{ state: string; text: string | null }>(sql`
    select r.state, paper_text(p.mark, p.flag) as text from correction r
      left join paper p on (p.exam_id, p.candidate_id, p.subject_id) = (r.exam_id, r.candidate_id, r.subject_id)
    where r.subject_id = ${maths}`)
  for (const { state, text } of rows) expect(text === '77').toBe(state === 'accepted')
  const { kept, counted } = await countsOf(db)
  expect(kept).toEqual(counted)
})
