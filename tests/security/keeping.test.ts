import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makePartitions, pruneHistory } from '#src/server/history/keep-history.server.ts'
import { addOrganizations, startApi, type TestApi } from '../support/api.ts'

type Month = { month: string; old: boolean; goes: boolean; wanted: { kind: string; name: string }[] }

/** Moves the changes of a table, with their change sets, to another time. */
async function date(db: TestApi['db'], table: string, time: string) {
  await db.execute(sql`update change_set set create_time = ${time}::timestamptz
    where id in (select change_set_id from change where table_name = ${table})`)
  await db.execute(sql`update change set create_time = ${time}::timestamptz where table_name = ${table}`)
}

async function started() {
  const made = await startApi()
  const { db } = made
  const call = await made.signIn()
  const ids = await addOrganizations(call)
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  await date(db, 'organization', '2001-05-10T00:00:00Z')
  await makePartitions(db)
  const add = async (resource: string, values: object) => {
    const answer = await call('POST', `/adminApi/${resource}/add`, values)
    expect(answer).toMatchObject({ code: 200 })
    return (answer.data as { id: number }).id
  }
  /** What keeps the old month, with the history kept for so many months. */
  const month = async (months: number, now = 'now') => {
    const { rows } = await db.execute<Month>(sql`
      select to_char(month, 'YYYY-MM') as month, old, goes, wanted from history_months(${months}::int, ${now}::timestamptz)
      where part = 'change_200105'`)
    return rows[0]
  }
  return { ...made, call, ids, add, month }
}

test('a recycle rule keeps a month as long as it says, also when the clock is set forward', async () => {
  const { add, call, db, month } = await started()
  expect(await month(1)).toMatchObject({ goes: true, wanted: [] })
  expect(await month(0)).toMatchObject({ old: false, goes: false })
  const id = await add('data-recycle', { name: 'Schools', resource: 'organization', months: 0, status: 1 })
  expect(await month(1)).toMatchObject({ goes: false, wanted: [{ kind: 'recycle', name: 'Schools' }] })
  expect(await month(1, '2999-01-01T00:00:00Z')).toMatchObject({ goes: false })
  await call('POST', '/adminApi/data-recycle/edit', { id, months: 12 })
  expect(await month(1, '2002-05-31T23:59:59Z')).toMatchObject({ goes: false })
  expect(await month(1, '2002-06-01T00:00:00Z')).toMatchObject({ goes: true })
  await call('POST', '/adminApi/data-recycle/edit', { id, months: 0 })
  await pruneHistory(db, 1)
  expect(await month(1)).toBeDefined()
  await call('POST', '/adminApi/data-recycle/edit', { id, status: 0 })
  await pruneHistory(db, 1)
  expect(await month(1)).toBeUndefined()
})

test('a hold keeps everything, one resource or one person, on its days', async () => {
  const { add, call, month } = await started()
  const all = await add('legal-hold', {
    reason: 'Case 1',
    extent: 'all',
    fromDay: '2003-01-01',
    untilDay: '2003-12-31',
  })
  expect(await month(1, '2003-06-01T12:00:00Z')).toMatchObject({
    goes: false,
    wanted: [{ kind: 'hold', name: 'Case 1' }],
  })
  expect(await month(1, '2004-06-01T12:00:00Z')).toMatchObject({ goes: true })
  await call('POST', '/adminApi/legal-hold/edit', { id: all, fromDay: null, untilDay: null })
  expect(await month(1)).toMatchObject({ goes: false })
  await call('DELETE', `/adminApi/legal-hold/del?ids[]=${all}`)
  expect(await month(1)).toMatchObject({ goes: true })
  const one = await add('legal-hold', { reason: 'Case 2', extent: 'resource', resource: 'subject' })
  expect(await month(1)).toMatchObject({ goes: true })
  await call('POST', '/adminApi/legal-hold/edit', { id: one, resource: 'organization' })
  expect(await month(1)).toMatchObject({ goes: false })
  const person = { id: one, extent: 'person', resource: '', accountId: 1 }
  expect(await call('POST', '/adminApi/legal-hold/edit', person)).toMatchObject({ code: 200 })
  expect(await month(1)).toMatchObject({ goes: false, wanted: [{ name: 'Case 2' }] })
  expect(await call('GET', `/adminApi/legal-hold/history?id=${one}`)).toMatchObject({ data: { list: [{}, {}, {}] } })
})

test('the days of a hold are those of the site, whatever the session of the database says', async () => {
  const { add, call, db, month } = await started()
  await add('legal-hold', { reason: 'Case 5', extent: 'all', fromDay: '2003-01-02', untilDay: '2003-01-02' })
  const held = (now: string, session = 'UTC') =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('timezone', ${session}, true)`)
      const { rows } = await tx.execute(sql`select from legal_holds(${now}::timestamptz)`)
      return rows.length > 0
    })
  for (const session of ['UTC', 'America/New_York']) {
    // Midnight in Shanghai.
    const moments = ['2003-01-01T15:59:59Z', '2003-01-01T16:00:00Z', '2003-01-02T15:59:59Z', '2003-01-02T16:00:00Z']
    const said = []
    for (const now of moments) said.push(await held(now, session))
    expect(said, session).toEqual([false, true, true, false])
  }
  expect(await month(1, '2003-01-01T16:00:00Z')).toMatchObject({ goes: false })
  const zone = { values: { timeZone: 'America/New_York' } }
  expect(await call('POST', '/adminApi/config/edit', zone)).toMatchObject({ code: 200 })
  expect([await held('2003-01-02T04:59:59Z'), await held('2003-01-02T05:00:00Z')]).toEqual([false, true])
})

test('a hold keeps what a resource owns and what belongs to a person, and of an unknown resource everything', async () => {
  const { add, call, db, month } = await started()
  // Of the old month only changes of owned rows are left.
  await db.execute(sql`delete from change where create_time < '2002-01-01'`)
  const account = { username: 'kept', name: 'Kept', phone: '', email: '', password: 'Quiet-river-12', status: 1 }
  const id = await add('user', { ...account, roleIds: [], deptId: null, super: 0 })
  await db.execute(sql`update change set create_time = '2001-05-10T00:00:00Z' where table_name = 'admin_profile'
    and (after ->> 'account_id')::bigint = ${id}`)
  await makePartitions(db)
  expect(await month(1)).toMatchObject({ goes: true })
  const other = await add('user', { ...account, username: 'other', roleIds: [], deptId: null, super: 0 })
  const hold = await add('legal-hold', { reason: 'Case 6', extent: 'person', accountId: id })
  expect(await month(1)).toMatchObject({ goes: false, wanted: [{ name: 'Case 6' }] })
  const edit = (values: object) => call('POST', '/adminApi/legal-hold/edit', { id: hold, ...values })
  await edit({ accountId: other })
  expect(await month(1)).toMatchObject({ goes: true })
  await edit({ extent: 'resource', resource: 'subject', accountId: null })
  expect(await month(1)).toMatchObject({ goes: true })
  await edit({ resource: 'user' })
  expect(await month(1)).toMatchObject({ goes: false })
  await db.execute(sql`update legal_hold set resource = 'deleted-since'`)
  expect(await month(1)).toMatchObject({ goes: false })
})

test('the screen shows which months would go and what keeps the others', async () => {
  const { add, call } = await started()
  const keeping = async (months: number) =>
    (await call('GET', `/adminApi/data-recycle/keeping?months=${months}`)).data as { setting: number; list: Month[] }
  expect(await keeping(1)).toMatchObject({ setting: 0, months: 1 })
  expect((await keeping(1)).list.at(-1)).toMatchObject({ month: '2001-05', goes: true })
  await add('legal-hold', { reason: 'Case 3', extent: 'all' })
  expect((await keeping(1)).list.at(-1)).toMatchObject({ goes: false, wanted: [{ kind: 'hold', name: 'Case 3' }] })
  expect((await keeping(0)).list.every(({ goes }) => !goes)).toBe(true)
})
