import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { redactPerson } from '#src/features/security/redact-person.server.ts'
import { startApi } from '../support/api.ts'
import { writeLog } from '../support/log-row.ts'
import { passwords } from '../support/passwords.ts'
import { placesWith } from '../support/places-with.ts'
import { picture, send } from '../support/uploads.ts'

const values = [
  'zhangweiming',
  'Zhang Weiming',
  'Little Zhang',
  '13912345678',
  'zhang@example.org',
  'Earlier Name',
  'subject-of-zhang',
]

async function withPerson() {
  const made = await startApi()
  const call = await made.signIn()
  const body = {
    phone: '13912345678',
    email: 'zhang@example.org',
    password: passwords.admin,
    status: 1,
    roleIds: [],
    deptId: null,
    super: 0,
  }
  const added = await call(
    'POST',
    '/adminApi/user/add',
    { ...body, username: 'zhangweiming', name: 'Earlier Name', nickname: 'Little Zhang' },
    { 'Idempotency-Key': 'zhang-1' },
  )
  const { id } = added.data as { id: number }
  await call('POST', '/adminApi/user/edit', { id, name: 'Zhang Weiming' })
  const own = await made.signIn('admin', 'zhangweiming', passwords.admin)
  await own('POST', '/adminApi/user/profile', { signature: 'Little Zhang was here' })
  await made.db.execute(sql`insert into message_out (channel, event, language, recipient, subject, account_id)
    values ('mail', 'new_device', 'en', 'zhang@example.org', 'Hello Zhang Weiming', ${id})`)
  await made.db.execute(sql`insert into notice (account_id, kind, data) values (1, 'test', '{"who": "Zhang Weiming"}')`)
  await made.db.execute(sql`insert into passkey (account_id, name, credential_id, public_key)
    values (${id}, 'Phone of Zhang Weiming', 'c1', 'k1')`)
  await made.db.execute(sql`
    with made as (insert into provider (name, side, issuer, client_id, sort_key) values ('Bureau', 'admin', 'https://id.example.org', 'x', 'a0') returning id)
    insert into external_identity (account_id, provider_id, side, issuer, subject, label)
    select ${id}, made.id, 'admin', 'https://id.example.org', 'subject-of-zhang', 'zhang@example.org' from made`)
  for (const memo of ['Start', 'Refund for Zhang Weiming'])
    await made.db.execute(sql`insert into money_log (account_id, amount, memo)
      select id, 500, ${memo} from account where username = 'member'`)
  await own('POST', '/adminApi/api-token/add', {
    name: 'Sync of Zhang Weiming',
    nodes: [],
    addresses: '',
    endTime: null,
  })
  await send(made, own, 'Zhang Weiming portrait.png', await picture('png'))
  return { ...made, call, id }
}

test('nothing of a redacted person is left, whether the account exists or is deleted', async () => {
  for (const deleted of [false, true]) {
    const { db, url, call, id } = await withPerson()
    if (deleted) expect(await call('DELETE', `/adminApi/user/del?ids[]=${id}`)).toMatchObject({ code: 200 })
    expect((await placesWith(db, values)).length).toBeGreaterThan(2)
    const done = await redactPerson(url, deleted ? 'zhangweiming' : String(id), 'operator')
    expect(await placesWith(db, values)).toEqual([])
    expect(done).toMatchObject({ accountId: id, exists: !deleted })
    const { rows } =
      await db.execute(sql`select kind, actor_name as by, r.counts is not null as counted from redaction r
      join change c on c.table_name = 'redaction' and c.row_id = r.id join change_set s on s.id = c.change_set_id`)
    expect(rows).toEqual([{ kind: 'redact', by: 'operator', counted: true }])
    expect((await db.execute(sql`select amount::int, after::int, memo from money_log order by id`)).rows).toEqual([
      { amount: 500, after: 500, memo: 'Start' },
      { amount: 500, after: 1000, memo: 'Refund for [redacted]' },
    ])
    // The history of others and of the row itself is there, without the values.
    const history = await call('GET', `/adminApi/user/history?id=${id}`)
    expect(history).toMatchObject({ code: 200 })
    expect(JSON.stringify(history.data)).toContain('[redacted]')
    expect(await call('POST', '/adminApi/history/undo', { changeSetId: done.changeSetId })).toMatchObject({
      status: 422,
    })
  }
})

test('the history of another account stays, also where its profile has the number of a profile of the person', async () => {
  const { db, url, id } = await withPerson()
  await db.execute(sql`update admin_profile set signature = 'Little Zhang was here' where account_id = ${id}`)
  await db.execute(sql`update member_profile p set id = a.id from admin_profile a, account m
    where a.account_id = ${id} and m.username = 'member' and p.account_id = m.id`)
  await redactPerson(url, 'member', 'operator')
  const { rows } = await db.execute(sql`select after ->> 'signature' as said from change
    where table_name = 'admin_profile' and operation = 'update'`)
  expect(rows).toEqual([{ said: 'Little Zhang was here' }])
})

test('nobody is redacted while a legal hold keeps them', async () => {
  const { url, call, id, db } = await withPerson()
  const hold = { reason: 'Case 4', extent: 'person', resource: '', accountId: id }
  expect(await call('POST', '/adminApi/legal-hold/add', hold)).toMatchObject({ code: 200 })
  await expect(redactPerson(url, String(id), 'operator')).rejects.toThrow('The legal hold "Case 4" keeps this person')
  expect((await placesWith(db, values)).length).toBeGreaterThan(2)
})

test('the last super administrator and unknown names are refused', async () => {
  const { url } = await startApi()
  await expect(redactPerson(url, 'admin', 'operator')).rejects.toThrow('last super administrator')
  await expect(redactPerson(url, 'nobody-at-all', 'operator')).rejects.toThrow('There is no account')
})

test('words that only contain the name of a person stay, and so do the names of values', async () => {
  const api = await startApi()
  const { db } = api
  const call = await api.signIn()
  const person = { username: 'user', name: 'anna', nickname: 'name', phone: '', email: '', password: passwords.admin }
  const added = await call('POST', '/adminApi/user/add', { ...person, status: 1, roleIds: [], deptId: null, super: 0 })
  const { id } = added.data as { id: number }
  await call('POST', '/adminApi/subject/add', { code: 'H1', name: 'hannah' })
  await call('POST', '/adminApi/subject/add', { code: 'H2', name: 'for anna, user' })
  await writeLog(api, { path: '/sign-in', body: { username: 'admin' } })
  await send(api, call, 'hannah and anna.png', await picture('png'))
  const data = { name: 'x', who: 'anna', also: 'name' }
  await db.execute(sql`insert into notice (account_id, kind, data) values (1, 'test', ${JSON.stringify(data)}::jsonb)`)
  const logged = (path: string) =>
    db.execute<{ body: unknown }>(sql`select body from admin_log where path = ${path} order by id`)
  await expect.poll(async () => (await logged('/adminApi/subject/add')).rows.length).toBe(2)
  await redactPerson(api.url, String(id), 'operator')
  const { rows: subjects } = await logged('/adminApi/subject/add')
  expect(subjects).toEqual([{ body: { code: 'H1', name: 'hannah' } }, { body: '[redacted]' }])
  const { rows: signIns } = await logged('/sign-in')
  expect(signIns).toEqual([{ body: { username: 'admin' } }])
  const { rows: notices } = await db.execute(sql`select data from notice where kind = 'test'`)
  expect(notices).toEqual([{ data: { name: 'x', who: '[redacted]', also: '[redacted]' } }])
  const { rows: files } = await db.execute(sql`select name from attachment`)
  expect(files).toEqual([{ name: 'hannah and [redacted].png' }])
})
