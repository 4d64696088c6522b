import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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
