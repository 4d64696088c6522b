import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyLog, scoreLog } from '#src/db/ledger.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Caller, callerOf } from '../support/api.ts'
import { idOf, rowOf } from '../support/base-info.ts'
import { startClosing } from '../support/closing.ts'
import { addMember } from '../support/members.ts'
import { configure } from '../support/outbox.ts'

const en = { locale: 'en' } as const
const own = (call: Caller) => call('GET', '/api/user/closing')

test('a member asks with a fresh proof, once, sees what is lost and when, and gets a mail', async () => {
  const { api, db, id, li, ask, states, letters, signIn, boss } = await startClosing({ closingDays: 20 })
  await write(db, systemAuthor, 'save', async (tx) => {
    const entry = { accountId: id, memo: 'Prize', seq: 0, before: 0, after: 0 }
    await tx.insert(moneyLog).values({ ...entry, amount: 1250 })
    await tx.insert(scoreLog).values({ ...entry, amount: 30 })
  })
  expect((await own(li)).data).toEqual({ days: 20, money: 1250, score: 30, request: null })
  const needed = { code: 403, msg: m.proof_needed({}, en), data: { reason: 'stepUp' } }
  expect(await callerOf(api, li.tokens)('POST', '/api/user/closing')).toMatchObject(needed)
  // The proof of another sign-in, also of the same member, is none.
  const elsewhere = await signIn('user', 'pupil_li')
  expect(await callerOf(api, elsewhere.tokens, li.proof)('POST', '/api/user/closing')).toMatchObject(needed)
  expect((await boss('POST', '/api/user/closing')).code).toBe(401)
  expect(await states()).toEqual([])

  const key = { 'Idempotency-Key': 'leave-1' }
  const first = await li('POST', '/api/user/closing', undefined, key)
  expect(first).toMatchObject({ code: 200, msg: m.closing_asked({}, en) })
  const { dueTime } = first.data as { dueTime: string }
  expect((Date.parse(dueTime) - Date.now()) / 86_400_000).toBeCloseTo(20, 2)
  // A double click is one request; a second wish is none.
  expect(await li('POST', '/api/user/closing', undefined, key)).toMatchObject({ code: 200, data: { dueTime } })
  expect(await ask()).toMatchObject({ code: 409, msg: m.closing_waits({}, en) })
  expect(await states()).toEqual(['waiting'])
  expect((await own(li)).data).toMatchObject({ request: { state: 'waiting', dueTime, answer: '', endTime: null } })
  // Until then everything works.
  expect((await li('GET', '/api/user/info')).code).toBe(200)

  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.to).toBe('xiaolan@school.test')
  expect(letter?.text).toContain('Hello Xiaolan')
  expect(letter?.text).toContain('you have asked to close your account')
})

test('two who ask at once leave one request', async () => {
  const { li, ask, states, signIn } = await startClosing()
  const second = await signIn('user', 'pupil_li')
  const asked = await Promise.all([
    ask(),
    second('POST', '/api/user/closing'),
    ask(),
    second('POST', '/api/user/closing'),
  ])
  expect(asked.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409])
  expect(await states()).toEqual(['waiting'])
  expect((await own(li)).data).toMatchObject({ request: { state: 'waiting' } })
})

test('a request is withdrawn once, and may be made anew', async () => {
  const { id, li, ask, withdraw, states, letters, sweep, makeDue, boss } = await startClosing()
  expect(await withdraw()).toMatchObject({ code: 409, msg: m.closing_none({}, en) })
  await ask()
  await letters()
  expect(await withdraw()).toMatchObject({ code: 200, msg: m.closing_withdrawn({}, en) })
  expect(await withdraw()).toMatchObject({ code: 409, msg: m.closing_none({}, en) })
  expect((await own(li)).data).toMatchObject({ request: null })
  expect(await rowOf(boss, 'member', id)).toMatchObject({ closingAsked: null, closingDue: null })
  const [letter] = await letters()
  expect(letter?.text).toContain('was withdrawn at')
  await makeDue()
  expect(await sweep()).toBe(0)
  expect((await ask()).code).toBe(200)
  expect(await states()).toEqual(['withdrawn', 'waiting'])
})

test('whose sign-in has ended neither asks nor withdraws', async () => {
  const { db, id, li, ask, withdraw, states } = await startClosing()
  await ask()
  await db.execute(sql`update token set expire_time = now() - interval '1 second'
    where family_id in (select id from token_family where account_id = ${id})`)
  expect((await own(li)).code).toBe(401)
  expect((await ask()).code).toBe(401)
  expect((await withdraw()).code).toBe(401)
  expect(await states()).toEqual(['waiting'])
})

test('without an address or a way for mail the request is as good', async () => {
  const { db, ask, withdraw, letters } = await startClosing()
  await configure({ db }, { mailMode: 'off' })
  expect((await ask()).code).toBe(200)
  await configure({ db }, { mailMode: 'smtp' })
  await db.execute(sql`update account set email = '' where username = 'pupil_li'`)
  expect((await withdraw()).code).toBe(200)
  expect(await letters()).toEqual([])
})

test('the office sees who wants to leave, and finds them', async () => {
  const { id, ask, boss, other, viewer, places, db } = await startClosing()
  await addMember(boss, { username: 'pupil_stays', orgId: places.S1 })
  await ask()
  expect(await rowOf(boss, 'member', id)).toMatchObject({
    closingAsked: expect.any(String),
    closingDue: expect.any(String),
  })
  const filter = encodeURIComponent(JSON.stringify({ field: 'closingDue', operator: 'NOT NULL' }))
  const found = await boss('GET', `/adminApi/member/index?filter=${filter}`)
  expect(found.data).toMatchObject({ total: 1, list: [{ id }] })
  const request = (call: Caller, which = id) => call('GET', `/adminApi/member/closing?id=${which}`)
  expect(await request(viewer)).toMatchObject({ code: 200, data: { held: false, dueTime: expect.any(String) } })
  expect(await request(other)).toMatchObject({ code: 404 })
  await db.execute(sql`insert into legal_hold (reason, extent, account_id) values ('Case', 'person', ${id})`)
  expect(await request(boss)).toMatchObject({ code: 200, data: { held: true } })
})

test('the office refuses with an answer that the member reads', async () => {
  const { id, li, ask, boss, other, viewer, states, letters, makeDue, sweep, places } = await startClosing()
  const refuse = (call: Caller, answer = 'You still have books of the library.', which = id) =>
    call('POST', '/adminApi/member/refuseClosing', { id: which, answer })
  expect(await refuse(boss)).toMatchObject({ code: 409, msg: m.closing_none({}, en) })
  await ask()
  await letters()
  expect((await refuse(other)).code).toBe(404)
  expect((await refuse(viewer)).code).toBe(403)
  expect((await refuse(boss, 'No', 1)).code).toBe(404)
  expect((await refuse(li)).code).toBe(401)
  expect((await refuse(boss, ' ')).code).toBe(422)
  expect((await refuse(boss, 'x'.repeat(256))).code).toBe(422)
  const stays = idOf(await addMember(boss, { username: 'pupil_stays', orgId: places.S1 }))
  expect((await refuse(boss, 'No', stays)).code).toBe(409)
  expect(await states()).toEqual(['waiting'])

  expect(await refuse(boss)).toMatchObject({ code: 200, msg: m.closing_refused({}, en) })
  expect(await refuse(boss)).toMatchObject({ code: 409 })
  const answer = 'You still have books of the library.'
  expect((await own(li)).data).toMatchObject({ request: { state: 'refused', answer, endTime: expect.any(String) } })
  const [letter] = await letters()
  expect(letter?.text).toContain('your account at')
  expect(letter?.text).toContain('stays open')
  expect(letter?.text).toContain(answer)
  await makeDue()
  expect(await sweep()).toBe(0)
  expect((await ask()).code).toBe(200)
  expect((await own(li)).data).toMatchObject({ request: { state: 'waiting', answer: '' } })
})

test('the office closes at once, and the last mail forgets its address', async () => {
  const { db, id, li, ask, boss, states, nameOf, letters, sweep, makeDue } = await startClosing()
  await ask()
  await letters()
  expect(await boss('POST', '/adminApi/member/close', { id })).toMatchObject({ code: 200 })
  expect(await states()).toEqual(['done'])
  expect(await nameOf()).toBe(`gone${id}`)
  expect((await own(li)).code).toBe(401)
  await makeDue()
  expect(await sweep()).toBe(0)
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: 'xiaolan@school.test', text: expect.stringContaining('This is the last message') })
  const left = await db.execute(sql`select to_jsonb(o)::text as text from message_out o union all
    select to_jsonb(c)::text from change c union all select to_jsonb(g)::text from admin_log g`)
  expect(JSON.stringify(left.rows)).not.toMatch(/xiaolan@school|Xiaolan/)
  const { rows } = await db.execute(sql`select account_id, sealed, state from message_out where event = 'closing_done'`)
  expect(rows).toEqual([{ account_id: null, sealed: '', state: 'sent' }])
})

test('a last mail that is cancelled forgets its address, too', async () => {
  const { db, id, ask, admin, boss } = await startClosing()
  await ask()
  await boss('POST', '/adminApi/member/close', { id })
  const { rows } = await db.execute<{ id: string }>(sql`select id from message_out where event = 'closing_done'`)
  const ids = rows.map((row) => Number(row.id))
  expect((await admin('POST', '/adminApi/outbox/cancel', { ids })).code).toBe(200)
  const { rows: left } = await db.execute(sql`select recipient, state from message_out where event = 'closing_done'`)
  expect(left).toEqual([{ recipient: '', state: 'cancelled' }])
})

test('who closes a member that has asked for nothing sends no mail', async () => {
  const { db, id, boss } = await startClosing()
  expect(await boss('POST', '/adminApi/member/close', { id })).toMatchObject({ code: 200 })
  expect((await db.execute(sql`select from message_out where event like 'closing%'`)).rows).toEqual([])
})

test('the request of a deleted member does not close the one that is restored', async () => {
  const { id, ask, boss, states, makeDue, sweep, nameOf } = await startClosing()
  await ask()
  expect((await boss('DELETE', `/adminApi/member/del?ids[]=${id}`)).code).toBe(200)
  expect(await states()).toEqual([])
  const { list } = (await boss('GET', '/adminApi/member/deleted')).data as { list: { changeId: number }[] }
  const restored = await boss('POST', '/adminApi/member/restore', { id, changeId: list[0]?.changeId })
  expect(restored.code).toBe(200)
  expect(await states()).toEqual(['done'])
  await makeDue()
  expect(await sweep()).toBe(0)
  expect(await nameOf()).toBe('pupil_li')
})

test('answers name nobody any more who was closed', async () => {
  const { db, id, li, ask, boss, places, signIn } = await startClosing()
  const refuse = (which: number, answer: string) =>
    boss('POST', '/adminApi/member/refuseClosing', { id: which, answer })
  await ask()
  await refuse(id, 'Your mother has asked us to wait.')
  const friend = idOf(await addMember(boss, { username: 'pupil_friend', nickname: 'Friend', orgId: places.S1 }))
  const friendly = await signIn('user', 'pupil_friend')
  await friendly('POST', '/api/user/closing')
  await refuse(friend, 'Xiaolan still counts on you.')
  await boss('POST', '/adminApi/member/close', { id })
  const { rows } = await db.execute(sql`select account_id::int as of, answer from closing_request order by id`)
  expect(rows).toEqual([
    { of: id, answer: '' },
    { of: friend, answer: '[redacted] still counts on you.' },
  ])
  const history = await db.execute(sql`select before, after from change where table_name = 'closing_request'`)
  expect(JSON.stringify(history.rows)).not.toMatch(/mother|Xiaolan/)
  expect(JSON.stringify(history.rows)).toContain('[redacted] still counts')
  expect((await own(li)).code).toBe(401)
  expect((await own(friendly)).data).toMatchObject({ request: { answer: '[redacted] still counts on you.' } })
})
