import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetAdminPassword } from '#src/features/prepare.server.ts'
import { ADMIN_PASSWORD, type Caller, MEMBER_PASSWORD, startApi, type TestApi } from '../support/api.ts'

const sides = [
  ['admin', '/adminApi', ADMIN_PASSWORD],
  ['user', '/api', MEMBER_PASSWORD],
] as const

const configure = async (call: Caller, values: object) =>
  expect(await call('POST', '/adminApi/config/edit', { values })).toMatchObject({ code: 200 })

const COMMON =
  'Too common: this password, or what is left of it without the names of the account, is among the first that others try'

const change = (call: Caller, base: string, oldPassword: string, newPassword: string) =>
  call('POST', `${base}/user/password`, { oldPassword, newPassword })

const older = (api: TestApi, days: number) =>
  api.db.execute(sql`update credential set change_time = now() - make_interval(days => ${days})`)

test.each(sides)(
  '%s: a common password is refused at its field, in any capitals, and with the own name',
  async (side, base, password) => {
    const api = await startApi()
    const call = await api.signIn(side)
    const username = side === 'admin' ? 'admin' : 'member'
    for (const common of [
      'password1',
      'PassWord1',
      '1qaz2wsx',
      `${username}123456`,
      `123456${username}`,
      `${username}-1!`,
    ])
      expect(await change(call, base, password, common), common).toMatchObject({
        code: 422,
        data: { errors: { newPassword: [COMMON] } },
      })
    expect(await change(call, base, password, 'Paper-boat-7')).toMatchObject({ code: 200 })
  },
)

test('length, strength and reuse are as the configuration says, for every way to set a password', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  await configure(admin, { passwordMinLength: 12, passwordMinScore: '3', passwordNoReuse: 3 })
  const policy = await admin('GET', '/api/password/policy')
  expect(policy.data).toEqual({
    rules: [
      `12 to 32 characters, without & < > " '`,
      'No common password, and no name of the account with a few signs',
      'Strength at least: good',
      'Other than your last 3',
    ],
    minLength: 12,
  })
  const said = async (newPassword: string, old: string = ADMIN_PASSWORD) => {
    const { data } = await change(admin, '/adminApi', old, newPassword)
    return (data as { errors?: { newPassword?: string[] } }).errors?.newPassword ?? []
  }
  expect(await said('Paper-boat')).toEqual(['Too short: it needs at least 12'])
  expect(await said('aaaaaaaaaaaaaaa')).toEqual(['Too easy to guess: the strength is weak, and has to be good'])
  // The rule of the product itself comes first.
  expect(await said('Paper&boat&7&x')).toEqual([expect.stringMatching(/^6 to 32 characters/)])
  const [one, two, three, four] = ['Paper-boat-71', 'Green-kite-82', 'Tall-house-93', 'Wide-river-15'] as const
  expect(await said(one)).toEqual([])
  expect(await said(two, one)).toEqual([])
  expect(await said(one, two)).toEqual(['You have used this password before. Choose one other than your last 3'])
  expect(await said(ADMIN_PASSWORD, two)).not.toEqual([])
  expect(await said(three, two)).toEqual([])
  expect(await said(four, three)).toEqual([])
  // The fourth to last may come back.
  expect(await said(one, four)).toEqual([])
  const { rows } = await api.db.execute<{ hash: string }>(sql`select password_hash as hash from former_password`)
  expect(rows.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true)
  const added = { username: 'teacher1', name: 'Teacher', deptId: null, roleIds: [], status: 1 }
  expect(await admin('POST', '/adminApi/user/add', { ...added, password: 'teacher1-2' })).toMatchObject({
    code: 422,
    data: {
      errors: {
        password: [
          expect.stringMatching(/^Too short/),
          expect.stringMatching(/^Too common/),
          expect.stringMatching(/^Too easy/),
        ],
      },
    },
  })
  const made = await admin('POST', '/adminApi/user/add', { ...added, password: four })
  expect(made).toMatchObject({ code: 200 })
  const { id } = made.data as { id: number }
  expect(await admin('POST', '/adminApi/user/edit', { id, version: 1, password: 'short-1' })).toMatchObject({
    code: 422,
    data: { errors: { password: [expect.stringMatching(/^Too short/), COMMON, expect.anything()] } },
  })
  // What an administrator sets is no former password of the administrator, but it is one of the account.
  expect(await admin('POST', '/adminApi/user/edit', { id, version: 1, password: four })).toMatchObject({
    code: 422,
    data: { errors: { password: [expect.stringMatching(/^You have used this password before/)] } },
  })
})

test('a reset and admin:reset give passwords that fit, and admin:reset stays a way in', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  await configure(admin, { passwordMinLength: 20, passwordMinScore: '4' })
  const made = await admin('POST', '/adminApi/user/add', {
    username: 'teacher1',
    name: 'Teacher',
    deptId: null,
    roleIds: [],
    status: 1,
    password: 'Paper-boat-71-green-kite',
  })
  const { id } = made.data as { id: number }
  const reset = await admin('POST', '/adminApi/user/resetPassword', { id })
  const { password } = reset.data as { password: string }
  expect(password).toHaveLength(20)
  expect(await resetAdminPassword(api.url, 'short-1')).toEqual([
    'Too short: it needs at least 20',
    COMMON,
    expect.stringMatching(/^Too easy to guess/),
  ])
  expect((await api.token('admin', { username: 'admin', password: 'short-1' })).status).toBe(200)
})

test.each(sides)(
  '%s: an expired password allows nothing but a new one and the end of the sign-in',
  async (side, base, password) => {
    const api = await startApi()
    const username = side === 'admin' ? 'admin' : 'member'
    const other = side === 'admin' ? 'user' : 'admin'
    const admin = await api.signIn()
    await configure(admin, side === 'admin' ? { passwordDays: 90 } : { memberPasswordDays: 90 })
    await older(api, 91)
    const call = await api.signIn(side, username, password)
    const refused = {
      code: 403,
      msg: 'Your password is older than 90 days. Set a new one first.',
      data: { reason: 'passwordExpired' },
    }
    expect(await call('GET', `${base}/user/info`)).toMatchObject(refused)
    expect(await call('GET', `${base}/session/index`)).toMatchObject(refused)
    expect(await call('POST', `${base}/user/profile`, { nickname: 'X' })).toMatchObject(refused)
    if (side === 'admin') expect(await call('GET', '/adminApi/organization/index')).toMatchObject(refused)
    const elsewhere = await api.signIn(other)
    expect(await elsewhere('GET', `${other === 'admin' ? '/adminApi' : '/api'}/user/info`)).toMatchObject({ code: 200 })
    expect(await call('POST', '/api/password/check', { password: 'Paper-boat-7' })).toMatchObject({ code: 200 })
    expect(await change(call, base, password, 'Paper-boat-7')).toMatchObject({ code: 200 })
    expect(await call('GET', `${base}/user/info`)).toMatchObject({ code: 200 })
    await older(api, 91)
    expect(await call('GET', `${base}/user/info`)).toMatchObject(refused)
    expect(await call('DELETE', '/auth/token/logout')).toMatchObject({ code: 200 })
  },
)

test('a password is judged while it is typed, is not logged, and not without end', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const judged = async (body: object) => (await admin('POST', '/api/password/check', body)).data
  expect(await judged({ password: 'Paper-boat-7' })).toEqual({ score: 4, errors: [] })
  expect(await judged({ password: 'Tall-2026' })).toMatchObject({ score: expect.any(Number), errors: [] })
  expect(await judged({ password: 'password1' })).toEqual({ score: 0, errors: [expect.stringMatching(/^Too common/)] })
  expect(await judged({ password: 'admin1234567' })).toEqual({
    score: expect.any(Number),
    errors: [expect.stringMatching(/^Too common/)],
  })
  // Of somebody else, the caller says the names.
  expect(await judged({ password: 'zhanglan123456', names: ['zhanglan'] })).toMatchObject({
    errors: [expect.anything()],
  })
  expect(await judged({ password: 'admin1234567', names: ['zhanglan'] })).toMatchObject({ errors: [] })
  expect(api.logged.join('')).not.toContain('Paper-boat-7')
  await configure(admin, { passwordMinScore: '2' })
  const { data } = await admin('GET', '/api/password/policy')
  expect(data).toMatchObject({ rules: expect.arrayContaining(['Strength at least: fair']) })
  const key = sql`insert into throttle_use (key, use_time) select key, now() from throttle_use cross join generate_series(1, 300) limit 300`
  await api.db.execute(key)
  expect(await admin('POST', '/api/password/check', { password: 'Paper-boat-8' })).toMatchObject({ code: 429 })
})

test.each([
  ['signs around and within a common one', 'Passw0rd!', []],
  ['signs around and within a common one', 'Admin@123', []],
  ['what people in China try first', 'woaini1314', []],
  ['what people in China try first', 'jiaoyuju', []],
  ['a name in pinyin', 'zhangwei123', ['张伟']],
  ['a name in pinyin', 'Lvmin@2468', ['吕敏', '2468']],
  ['an address without its dot', 'LiMing@123', ['li.ming@school.test', 'li.ming']],
  ['a name backwards', 'gnalgnahz1', ['zhanglan']],
])('common is also %s: %s', async (_what, password, names) => {
  const { judgePassword } = await import('#src/server/access/password-judge.server.ts')
  expect(await judgePassword(password, names)).toMatchObject({ common: true })
})

test.each([
  ['Paper-boat-7', ['张伟']],
  ['zhangwei-Paperkite', ['张伟']],
  ['520-green-Kites', []],
])('%s is not common', async (password, names) => {
  const { judgePassword } = await import('#src/server/access/password-judge.server.ts')
  expect(await judgePassword(password, names)).toMatchObject({ common: false })
})

test('the thread that judges passwords leaves the process free', async () => {
  const { judgePassword } = await import('#src/server/access/password-judge.server.ts')
  await judgePassword('warm', [])
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const slow = 's3cur3dpa55w0rd!!woaini5201314!!'
  const found = await Promise.all(Array.from({ length: 8 }, (_, at) => judgePassword(`${slow.slice(1)}${at}`, [])))
  delay.disable()
  expect(found.every(({ score }) => score === 4)).toBe(true)
  expect(delay.max / 1e6).toBeLessThan(150)
})
