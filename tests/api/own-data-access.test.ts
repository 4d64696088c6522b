import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Caller, callerOf } from '../support/api.ts'
import { ASK, archiveOf, keyOf, openArchive } from '../support/own-data.ts'
import { startPlain } from '../support/own-member.ts'

test('it needs a fresh proof, and the key of a download opens one archive, in the sign-in that has asked for it', async () => {
  const made = await startPlain()
  const { api, member, stranger, signIn } = made
  expect(await callerOf(api, member.tokens)('POST', ASK)).toMatchObject({
    code: 403,
    data: { reason: 'stepUp', ways: ['password'] },
  })
  const over = m.ownData_keyOver({}, { locale: 'en' })
  const refused = async (call: Caller, key: string) => {
    const answer = await openArchive(made, call, key)
    expect([answer.status, (await answer.json()).msg]).toEqual([403, over])
  }
  const key = await keyOf(member)
  await refused(stranger, key)
  await refused(await signIn('user', 'member'), key)
  const [expires = '', nonce = ''] = key.split('.')
  await refused(member, `${Number(expires) + 9}.${key.slice(expires.length + 1)}`)
  await refused(member, `${expires}.${nonce}.`)
  await refused(member, 'x')
  // Asking what it would answer takes nothing.
  const head = await openArchive(made, member, key, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const [one, two] = await Promise.all([openArchive(made, member, key), openArchive(made, member, key)])
  expect([one.status, two.status].sort()).not.toEqual([200, 200])
  for (const answer of [one, two]) await answer.arrayBuffer()
  await refused(member, key)
  expect((await openArchive(made, member, key, { method: 'HEAD' })).status).toBe(403)
})

test('three an hour, and the answer says how long to wait', async () => {
  const made = await startPlain()
  const { member, stranger } = made
  const spare = await keyOf(member)
  for (const _ of [1, 2, 3]) await archiveOf(made, member)
  const refused = await member('POST', ASK)
  expect([refused.code, refused.msg]).toEqual([429, m.ownData_limitReached({ most: 3, minutes: 60 }, { locale: 'en' })])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await openArchive(made, member, spare)).status).toBe(429)
  expect((await openArchive(made, member, spare, { method: 'HEAD' })).status).toBe(429)
  // Others have their own three.
  expect((await archiveOf(made, stranger)).files.size).toBeGreaterThan(10)
})

test('every archive is in the log, without its key', async () => {
  const made = await startPlain()
  const key = await keyOf(made.member)
  await (await openArchive(made, made.member, key)).arrayBuffer()
  await expect
    .poll(async () => {
      const { rows } = await made.db.execute<{ event: string; row: string }>(sql`
        select event, title_en || query::text as row from admin_log where account_id = ${made.own} and path = '/api/user/download'`)
      return rows
    })
    .toEqual([{ event: 'export', row: expect.stringContaining(m.call_ownDataDownload({}, { locale: 'en' })) }])
  const { rows } = await made.db.execute(sql`select 1 from admin_log where query::text like ${`%${key.slice(-20)}%`}`)
  expect(rows).toEqual([])
})

test('only members with the page get it, while the center is open', async () => {
  const made = await startPlain()
  const { api, admin, db, member, own } = made
  expect((await admin('POST', ASK)).code).toBe(401)
  expect((await admin('GET', '/api/user/download?key=x')).code).toBe(401)
  expect((await callerOf(api, { ...member.tokens, access_token: 'x' })('POST', ASK)).code).toBe(401)
  expect((await member('GET', '/api/user/download?key=x&accountId=1')).code).toBe(400)
  const key = await keyOf(member)
  const closed = { centerOpen: 0, 'centerSentence@en': 'Open again in spring.' }
  expect((await admin('POST', '/adminApi/config/edit', { values: closed })).code).toBe(200)
  for (const answer of [await member('POST', ASK), await member('GET', `/api/user/download?key=${key}`)])
    expect([answer.code, answer.msg]).toEqual([403, 'Open again in spring.'])
  expect((await admin('POST', '/adminApi/config/edit', { values: { centerOpen: 1 } })).code).toBe(200)
  await db.execute(sql`insert into member_group (name) values ('Bare')`)
  await db.execute(sql`update member_profile set group_id = (select id from member_group where name = 'Bare')
    where account_id = ${own}`)
  expect((await member('POST', ASK)).code).toBe(403)
  expect((await openArchive(made, member, key)).status).toBe(403)
  // A member who was closed has no sign-in any more.
  expect((await admin('POST', '/adminApi/member/close', { id: own })).code).toBe(200)
  expect((await member('POST', ASK)).code).toBe(401)
})
