import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../support/api.ts'
import { startLedgers } from '../support/ledgers.ts'
import { startMemberRights } from '../support/member-rights.ts'

type Page = { list: { memo: string; amount: number; after: number }[]; total: number; balance: number }
const pageOf = async (call: Caller, query = '', key = 'money-log') => {
  const answer = await call('GET', `/api/${key}/index${query}`)
  return { status: answer.status, ...(answer.data as Page) }
}
const memos = async (call: Caller, query: string) => (await pageOf(call, query)).list.map(({ memo }) => memo)

async function start() {
  const ledgers = await startLedgers()
  const { admin, db, signIn } = ledgers
  const member = await signIn('user')
  const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = 'member'`)
  const own = Number(rows[0]?.id)
  const enter = (accountId: number, amount: number, memo: string, key = 'money-log') =>
    admin('POST', `/adminApi/${key}/add`, { accountId, amount, memo })
  const file = (query: string, key = 'money-log', method = 'GET') =>
    ledgers.api.request(`/api/${key}/export${query}`, {
      method,
      headers: { authorization: `Bearer ${member.tokens.access_token}`, 'accept-language': 'en' },
    })
  return { ...ledgers, member, own, enter, file }
}

test('a member sees the own entries of each ledger, the newest first, page by page, with what is left', async () => {
  const { member, own, one, enter } = await start()
  expect(await pageOf(member)).toMatchObject({ list: [], total: 0, balance: 0 })
  for (const at of [1, 2, 3]) await enter(own, at * 100, `Prize ${at}`)
  await enter(own, -150, 'Fee')
  await enter(own, 7, 'Quiz', 'score-log')
  await enter(one, 900, 'of another member')
  const first = await pageOf(member, '?limit=3')
  expect(first).toMatchObject({ total: 4, balance: 450 })
  expect(first.list.map(({ memo, amount, after }) => [memo, amount, after])).toEqual([
    ['Fee', -150, 450],
    ['Prize 3', 300, 600],
    ['Prize 2', 200, 300],
  ])
  expect(await memos(member, '?limit=3&page=2')).toEqual(['Prize 1'])
  expect(await pageOf(member, '', 'score-log')).toMatchObject({ list: [{ memo: 'Quiz', amount: 7 }], balance: 7 })
})

test('the filter finds by period, by in or out, and by a part of the note', async () => {
  const { db, member, own, enter } = await start()
  await enter(own, 500, 'Prize 100%')
  await enter(own, -200, 'Fee for paper')
  const { rows } = await db.execute<{ day: string; before: string }>(sql`
    select (now() at time zone 'Asia/Shanghai')::date::text as day, ((now() at time zone 'Asia/Shanghai')::date - 1)::text as before`)
  const [{ day, before } = { day: '', before: '' }] = rows
  expect(await memos(member, '?kind=in')).toEqual(['Prize 100%'])
  expect(await memos(member, '?kind=out')).toEqual(['Fee for paper'])
  expect(await memos(member, '?memo=PAPER')).toEqual(['Fee for paper'])
  expect(await memos(member, '?memo=0%25')).toEqual(['Prize 100%'])
  expect(await memos(member, '?memo=_')).toEqual([])
  expect(await memos(member, `?from=${day}&until=${day}`)).toHaveLength(2)
  expect(await memos(member, `?until=${before}`)).toEqual([])
  expect(await memos(member, `?from=${before}&kind=out&memo=fee`)).toEqual(['Fee for paper'])
  for (const wrong of ['?from=2026-02-30', '?kind=both', '?limit=1000', '?page=0', `?memo=${'x'.repeat(101)}`])
    expect((await pageOf(member, wrong)).status, wrong).toBe(400)
})

test('nobody reads the entries of another one: no call takes an account, and each side has its own calls', async () => {
  const { api, member, admin, own, one, enter } = await start()
  await enter(one, 900, 'of another member')
  for (const name of ['accountId', 'account_id', 'user_id', 'filter', 'search[0][field]', 'id'])
    expect((await pageOf(member, `?${encodeURIComponent(name)}=${one}`)).status, name).toBe(400)
  expect(await pageOf(member)).toMatchObject({ list: [], total: 0, balance: 0 })
  expect((await pageOf(admin)).status).toBe(401)
  const nobody = callerOf(api, { ...member.tokens, access_token: 'x' })
  expect((await pageOf(nobody)).status).toBe(401)
  for (const path of [`balance?accountId=${own}`, 'index', 'export'])
    expect((await member('GET', `/adminApi/money-log/${path}`)).status, path).toBe(401)
})

test('the file has what the filter finds, in both formats, and only the own entries', async () => {
  const { own, one, enter, file } = await start()
  await enter(own, 123_456, '=1+1')
  await enter(own, -56, 'Fee')
  await enter(one, 900, 'of another member')
  await enter(own, 7, 'Quiz', 'score-log')
  const whole = await (await file('?format=csv')).text()
  const lines = whole.replace('\ufeff', '').trim().split('\n')
  expect(lines[0]).toBe('No.,Time,Note,Change,Balance after')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^2,[\dT:.-]+Z,Fee,-0\.56,1234\.00$/)
  expect(lines[2]).toMatch(/^1,[\dT:.-]+Z,'=1\+1,1234\.56,1234\.56$/)
  const out = await (await file('?format=csv&kind=out')).text()
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(await (await file('?format=csv', 'score-log')).text()).toContain('Quiz,7,7')
  const book = await file('?format=xlsx')
  expect(book.headers.get('content-disposition')).toContain('Balance')
  expect(
    Buffer.from(await book.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  const head = await file('?format=xlsx', 'money-log', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await file('?format=pdf')).status).toBe(400)
  expect((await file(`?accountId=${one}`)).status).toBe(400)
})

test('each page needs its rule', async () => {
  const { admin, signIn, ruleId, move } = await startMemberRights()
  const group = { name: 'Small', note: '', everything: 0, forNew: 0, status: 1 }
  const ruleIds = [await ruleId('account'), await ruleId('account/balance')]
  const added = await admin('POST', '/adminApi/member-group/add', { ...group, ruleIds })
  await move((added.data as { id: number }).id)
  const member = await signIn('user')
  const statuses = async (key: string) => [
    (await member('GET', `/api/${key}/index`)).status,
    (await member('GET', `/api/${key}/export?format=pdf`)).status,
  ]
  expect(await statuses('money-log')).toEqual([200, 400])
  expect(await statuses('score-log')).toEqual([403, 403])
})
