import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { purge } from '#src/server/purge.server.ts'
import { type Caller, startApi } from '../support/api.ts'

const save = (call: Caller, values: object) => call('POST', '/adminApi/config/edit', { values })

test('notices and devices are kept for as long as the configuration says', async () => {
  const { signIn, db } = await startApi()
  const admin = await signIn()
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`
  const notice = (days: number, read: number | null) =>
    db.execute(sql`insert into notice (account_id, kind, data, create_time, read_time)
      values (1, 'device', '{}', ${ago(days)}, ${read === null ? null : ago(read)})`)
  await db.execute(sql`delete from notice`)
  await notice(20, 15)
  await notice(20, 5)
  await notice(20, null)
  await notice(40, null)
  await db.execute(sql`insert into account_device (account_id, hash, last_use_time)
    values (1, 'old', ${ago(30)}), (1, 'older', ${ago(300)}) on conflict do nothing`)
  const left = async () => {
    expect(await purge(db, { files: '/nowhere' })).toEqual([])
    const { rows } = await db.execute<{ notices: number; old: boolean; older: boolean }>(sql`select
      (select count(*)::int from notice) as notices,
      exists (select from account_device where hash = 'old') as old,
      exists (select from account_device where hash = 'older') as older`)
    return rows[0]
  }
  expect(await left()).toEqual({ notices: 4, old: true, older: true })
  await save(admin, { noticeReadDays: 10, noticeKeepDays: 30, deviceKeepDays: 60 })
  expect(await left()).toEqual({ notices: 2, old: true, older: false })
  expect(await save(admin, { noticeKeepDays: 0 })).toMatchObject({ code: 422 })
})

test('a database that cannot be reached fails the steps of a round, not the process', async () => {
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/none', 1)
  const failures = await purge(db, { files: '/nowhere' })
  expect(failures.map(({ step }) => step)).toEqual(expect.arrayContaining(['history', 'jobs', 'outbox', 'files']))
  await db.$client.end()
})
