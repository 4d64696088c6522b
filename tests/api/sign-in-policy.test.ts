import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purge } from '#src/server/purge.server.ts'
import { type Caller, startApi } from '../support/api.ts'

const save = (call: Caller, values: object) => call('POST', '/adminApi/config/edit', { values })

test('captcha and waits follow the configuration of each side at once', async () => {
  const { signIn, token } = await startApi()
  const admin = await signIn()
  const wrong = async (side: 'admin' | 'user', username: string) =>
    ((await (await token(side, { username, password: 'wrong-word' })).json()) as { error: string }).error
  const several = async (times: number, side: 'admin' | 'user', username: string) => {
    const said: string[] = []
    for (let time = 0; time < times; time++) said.push(await wrong(side, username))
    return said
  }
  expect(await several(4, 'user', 'one')).toEqual([...Array(3).fill('invalid_grant'), 'captcha_required'])
  expect(await save(admin, { captchaAfter: 1 })).toMatchObject({ code: 200 })
  expect(await several(2, 'user', 'two')).toEqual(['invalid_grant', 'captcha_required'])
  await save(admin, { memberCaptcha: 'off', memberSignInTries: 4, captchaAfter: 3 })
  expect(await several(5, 'user', 'three')).toEqual([...Array(4).fill('invalid_grant'), 'too_many_requests'])
  expect(await several(4, 'admin', 'three')).toEqual([...Array(3).fill('invalid_grant'), 'captcha_required'])
  await save(admin, { memberCaptcha: 'always' })
  expect(await wrong('user', 'four')).toBe('captcha_required')
  expect(await wrong('admin', 'four')).toBe('invalid_grant')
  await save(admin, { memberCaptcha: 'off', memberSignInTries: 3, signInWait: 300, signInMaxWait: 10 })
  await several(3, 'user', 'five')
  const waits = await token('user', { username: 'five', password: 'wrong-word' })
  expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(290)
  expect(await save(admin, { signInTries: 0 })).toMatchObject({ code: 422 })
  expect(await save(admin, { captchaSeconds: 0 })).toMatchObject({ code: 422 })
})

test('a captcha is valid for as long as the configuration says', async () => {
  const { signIn, db, api } = await startApi()
  const admin = await signIn()
  const life = async () => {
    await api.request('/api/captcha?purpose=login')
    const { rows } = await db.execute<{ seconds: number }>(
      sql`select round(extract(epoch from max(expire_time) - now()))::int as seconds from captcha`,
    )
    return rows[0]?.seconds
  }
  expect(await life()).toBeGreaterThan(590)
  await db.execute(sql`delete from captcha`)
  await save(admin, { captchaSeconds: 2 })
  expect(await life()).toBeLessThanOrEqual(120)
})

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
