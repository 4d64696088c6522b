import { ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { systemAuthor } from '#src/db/write.server.ts'
import { lockAccount } from '#src/features/auth/account.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD, startApi, type TestApi } from '../support/api.ts'

const sides = [
  ['admin', '/adminApi', 'admin', ADMIN_PASSWORD],
  ['user', '/api', 'member', MEMBER_PASSWORD],
] as const
const fresh = 'New-pass-99'
const wrong = { oldPassword: 'Not-this-one1', newPassword: fresh }

const signsIn = async (api: TestApi, side: 'admin' | 'user', username: string, password: string) =>
  (await api.token(side, { username, password })).status

const historyOf = (api: TestApi) =>
  api.db.execute<{ actor_name: string; operation: string; before: unknown; after: unknown }>(
    sql`select s.actor_name, c.operation, c.before, c.after from change c join change_set s on s.id = c.change_set_id
      where c.table_name in ('account', 'credential') and s.actor_name <> 'system' order by c.id`,
  )

/** Forgets failures and ends all sign-ins, so that the next case begins anew. */
async function anew({ db }: TestApi): Promise<void> {
  await db.execute(sql`delete from throttle`)
  await db.execute(sql`delete from token_family`)
}

test.each(sides)(
  '%s: what belongs to an account is changed by its own sign-in, for itself alone',
  async (side, base, username, password) => {
    const api = await startApi()
    // Language and time format follow the account, and are not part of the history.
    {
      const here = await api.signIn(side)
      const info = async () => (await here('GET', `${base}/user/info`)).data
      expect(await info()).toMatchObject({ language: '', timeFormat: '' })
      const save = (body: object) => here('POST', `${base}/user/preferences`, body)
      expect(await save({ language: 'en' })).toMatchObject({ code: 200, data: { language: 'en', timeFormat: '' } })
      expect(await save({ timeFormat: 'halfday' })).toMatchObject({ data: { language: 'en', timeFormat: 'halfday' } })
      expect(await save({})).toMatchObject({ data: { language: 'en', timeFormat: 'halfday' } })
      const other = await api.signIn(side)
      expect((await other('GET', `${base}/user/info`)).data).toMatchObject({ language: 'en', timeFormat: 'halfday' })
      expect(await save({ language: '' })).toMatchObject({ data: { language: '', timeFormat: 'halfday' } })
      for (const wrongly of [{ language: 'fr' }, { timeFormat: 'yyyy' }, { accountId: 1 }])
        expect(await save(wrongly)).toMatchObject({ status: 422 })
      expect((await historyOf(api)).rows).toEqual([])
    }
    // No call changes the account of another, wherever its id is named.
    {
      await anew(api)
      const here = await api.signIn(side)
      const { userId } = (await here('GET', `${base}/user/info`)).data as { userId: number }
      const others = () => api.db.select().from(account).where(ne(account.id, userId)).orderBy(account.id)
      const before = await others()
      const id = before[0]?.id
      const bodies = {
        profile: { nickname: 'Taken' },
        avatar: { avatar: '' },
        email: { email: 'taken@school.test', code: '123456', password: wrong.newPassword },
        mobile: { mobile: '13800138000', code: '123456', password: wrong.newPassword },
        preferences: { language: 'en' },
        password: { oldPassword: wrong.newPassword, newPassword: 'Taken-pass-1' },
      }
      for (const [name, body] of Object.entries(bodies)) {
        for (const more of [{ id }, { userId: id }, { accountId: id }, { user: { id } }])
          expect((await here('POST', `${base}/user/${name}`, { ...body, ...more })).status, name).toBe(422)
        expect((await here('POST', `${base}/user/${name}/${id}`, body)).status, name).toBe(404)
        await here('POST', `${base}/user/${name}?id=${id}&userId=${id}`, body)
      }
      expect(await others()).toEqual(before)
      expect(await api.db.select({ id: accountPreference.accountId }).from(accountPreference)).toEqual([{ id: userId }])
      expect((await here('GET', `${base}/user/info`)).data).toMatchObject({ nickname: 'Taken', language: 'en' })
    }
    // The own signature is saved with the name, and stays when it is left out.
    {
      await anew(api)
      const here = await api.signIn(side)
      const kept = side === 'admin' ? 'signature' : 'motto'
      const save = (body: object) => here('POST', `${base}/user/profile`, { nickname: 'Lee', ...body })
      expect(await save({ signature: '  Slow and steady ' })).toMatchObject({ data: { signature: 'Slow and steady' } })
      expect(await save({})).toMatchObject({ data: { signature: 'Slow and steady' } })
      expect((await here('GET', `${base}/user/info`)).data).toMatchObject({ [kept]: 'Slow and steady' })
      // A motto may have several lines.
      const two =
        side === 'admin' ? { errors: { signature: ['Please enter one line of text'] } } : { signature: 'two\nlines' }
      expect(await save({ signature: 'two\r\nlines' })).toMatchObject({ data: two })
      expect(await save({ signature: 'x'.repeat(121) })).toMatchObject({
        data: { errors: { signature: ['At most 120 characters'] } },
      })
    }
    // A new password ends all other sign-ins, with their tokens, and not this one.
    {
      await anew(api)
      const [here, there, elsewhere] = [await api.signIn(side), await api.signIn(side), await api.signIn(side)]
      const other = await api.signIn(side === 'admin' ? 'user' : 'admin')
      expect(await here('POST', `${base}/user/password`, { oldPassword: password, newPassword: fresh })).toMatchObject({
        code: 200,
        msg: 'Password changed. 2 other sign-ins ended.',
        data: { count: 2 },
      })
      expect(await here('GET', `${base}/user/info`)).toMatchObject({ code: 200, data: { password: null } })
      expect(await there('GET', `${base}/user/info`)).toMatchObject({ code: 401 })
      const refreshed = await api.token(side, { refresh_token: elsewhere.tokens.refresh_token }, 'refresh_token')
      expect(refreshed.status).toBe(400)
      expect((await api.token(side, { refresh_token: here.tokens.refresh_token }, 'refresh_token')).status).toBe(200)
      expect(await other('GET', `${side === 'admin' ? '/api' : '/adminApi'}/user/info`)).toMatchObject({ code: 200 })
      expect(await signsIn(api, side, username, password)).toBe(400)
      expect(await signsIn(api, side, username, fresh)).toBe(200)
    }
  },
)

test('the change is in the history with its author, and the password nowhere in the database', async () => {
  const api = await startApi()
  const here = await api.signIn()
  const key = { 'idempotency-key': 'password-key-1' }
  await here('POST', '/adminApi/user/password', { oldPassword: ADMIN_PASSWORD, newPassword: fresh }, key)
  await here('POST', '/adminApi/user/profile', { nickname: 'Ms Wang' })
  const { rows } = await historyOf(api)
  const time = { change_time: expect.any(String) }
  expect(rows).toEqual([
    { actor_name: 'admin', operation: 'update', before: time, after: time },
    { actor_name: 'admin', operation: 'update', before: { nickname: 'admin' }, after: { nickname: 'Ms Wang' } },
  ])
  const { rows: stored } = await api.db.execute<{ all: string }>(sql`select (select json_agg(c) from change c)::text
    || (select json_agg(i) from idempotency i)::text as all`)
  const { createHash } = await import('node:crypto')
  const body = JSON.stringify({ oldPassword: ADMIN_PASSWORD, newPassword: fresh })
  const quick = createHash('sha256').update(`POST /adminApi/user/password ${body}`).digest('base64url')
  for (const secret of [fresh, ADMIN_PASSWORD, '$argon2id', quick]) expect(stored[0]?.all).not.toContain(secret)
  expect(api.logged.join('')).not.toContain(fresh)
})

type Refused = readonly [why: string, body: object, errors: Record<string, readonly (string | RegExp)[]>]

const refusedPasswords: readonly Refused[] = [
  ['empty', { oldPassword: '', newPassword: '' }, { oldPassword: ['Required'], newPassword: ['Required'] }],
  ['too short', { oldPassword: ADMIN_PASSWORD, newPassword: 'ab1' }, { newPassword: [/^6 to 32 characters/] }],
  ['33 characters', { oldPassword: ADMIN_PASSWORD, newPassword: 'a'.repeat(33) }, { newPassword: [/^6 to 32/] }],
  ...['&', '<', '>', '"', "'"].map(
    (sign) =>
      [
        `a ${sign}`,
        { oldPassword: ADMIN_PASSWORD, newPassword: `abcdef${sign}` },
        { newPassword: [/must not contain & < > " '$/] },
      ] as const,
  ),
  [
    'the current one',
    { oldPassword: ADMIN_PASSWORD, newPassword: ADMIN_PASSWORD },
    { newPassword: ['Choose a password other than the current one'] },
  ],
  ['a wrong current one', wrong, { oldPassword: ['This is not your current password'] }],
]

test('names and passwords are refused at their fields, nothing else is changed, and nobody guesses', async () => {
  const product = await startApi()
  // A name is refused at its field.
  {
    const here = await product.signIn()
    for (const [nickname, sentence] of refusedNames)
      expect(await here('POST', '/adminApi/user/profile', { nickname }), nickname).toMatchObject({
        status: 422,
        data: { errors: { nickname: [sentence] } },
      })
  }
  // A password is refused at its field.
  {
    await anew(product)
    const api = product
    const here = await api.signIn()
    for (const [why, body, errors] of refusedPasswords) {
      const answer = await here('POST', '/adminApi/user/password', body)
      expect(answer, why).toMatchObject({ status: 422 })
      const told = Object.entries(errors).map(([name, texts]) => [
        name,
        texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
      ])
      expect(answer.data, why).toEqual({ errors: Object.fromEntries(told) })
    }
    expect(await signsIn(api, 'admin', 'admin', ADMIN_PASSWORD)).toBe(200)
  }
  // Passwords of 6 and of 32 characters are taken, and spaces and signs are kept.
  {
    await anew(product)
    const api = product
    const here = await api.signIn()
    let old: string = ADMIN_PASSWORD
    for (const next of ['秋天 天气好', ' a'.repeat(16), 'x;%$`\\{}']) {
      expect(await here('POST', '/adminApi/user/password', { oldPassword: old, newPassword: next })).toMatchObject({
        code: 200,
        data: { count: 0 },
      })
      old = next
    }
    expect(await signsIn(api, 'admin', 'admin', old)).toBe(200)
  }
  // Nothing else of the account can be changed, nor the account of another.
  {
    await anew(product)
    const api = product
    const here = await api.signIn('user')
    for (const more of [{ super: true }, { id: 1 }, { userId: 1 }, { username: 'root1' }, { money: 100 }]) {
      expect(await here('POST', '/api/user/profile', { nickname: 'Lee', ...more })).toMatchObject({ status: 422 })
    }
    expect(await here('POST', '/adminApi/user/profile', { nickname: 'Lee' })).toMatchObject({ status: 401 })
    expect(await here('POST', '/adminApi/user/password', wrong)).toMatchObject({ status: 401 })
  }
  // A locked account changes nothing.
  {
    await anew(product)
    const api = product
    const here = await api.signIn('user')
    const { data } = await here('GET', '/api/user/info')
    await lockAccount(api.db, systemAuthor, (data as { userId: number }).userId)
    const body = { oldPassword: MEMBER_PASSWORD, newPassword: fresh }
    expect(await here('POST', '/api/user/password', body)).toMatchObject({ status: 401 })
    expect(await here('POST', '/api/user/profile', { nickname: 'Lee' })).toMatchObject({ status: 401 })
  }
})

test('an open session cannot be used to guess: wrong ones make it wait, at the sign-in as well', async () => {
  const api = await startApi()
  const here = await api.signIn()
  for (let i = 0; i < 6; i++) {
    expect(await here('POST', '/adminApi/user/password', wrong)).toMatchObject({ status: 422 })
  }
  const right = { oldPassword: ADMIN_PASSWORD, newPassword: fresh }
  const waiting = await here('POST', '/adminApi/user/password', right)
  expect(waiting).toMatchObject({ status: 429, msg: 'Too many attempts. Please try again in 30 s.' })
  expect(waiting.headers.get('retry-after')).toBe('30')
  expect(await signsIn(api, 'admin', 'admin', ADMIN_PASSWORD)).toBe(429)
  // From another network the sign-in needs a captcha, and the session still waits.
  const far = await api.api.request(
    '/adminApi/user/password',
    {
      method: 'POST',
      headers: { authorization: `Bearer ${here.tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(right),
    },
    { address: '203.0.113.7' },
  )
  expect(far.status).toBe(429)
})

test('a repeat with the same key gets the first answer; another password under the key does not pass for saved', async () => {
  const api = await startApi()
  const [here] = [await api.signIn(), await api.signIn()]
  const key = { 'idempotency-key': 'password-key-2' }
  const body = { oldPassword: ADMIN_PASSWORD, newPassword: fresh }
  const answers = await Promise.all([1, 2].map(() => here('POST', '/adminApi/user/password', body, key)))
  expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
  expect(answers.map(({ data }) => data)).toEqual([{ count: 1 }, { count: 1 }])
  expect(await here('POST', '/adminApi/user/password', body, key)).toMatchObject({ code: 200, data: { count: 1 } })
  const another = { oldPassword: ADMIN_PASSWORD, newPassword: 'Another-one1' }
  expect(await here('POST', '/adminApi/user/password', another, key)).toMatchObject({ status: 422 })
  expect((await historyOf(api)).rows).toHaveLength(1)
})

test('of two changes at the same time one wins, and the other one is told', async () => {
  const api = await startApi()
  const here = await api.signIn()
  const answers = await Promise.all(
    ['First-one-1', 'Second-one-2'].map((newPassword) =>
      here('POST', '/adminApi/user/password', { oldPassword: ADMIN_PASSWORD, newPassword }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test.each(sides)(
  '%s: the own name is saved against its version, and a stale one is told what stands there now',
  async (side, base) => {
    const api = await startApi()
    const here = await api.signIn(side)
    const version = async () => ((await here('GET', `${base}/user/info`)).data as { version: number }).version
    const first = await version()
    expect(await here('POST', `${base}/user/profile`, { version: first, nickname: '  王老师 ' })).toMatchObject({
      code: 200,
      data: { nickname: '王老师', version: first + 1 },
    })
    expect(await here('GET', `${base}/user/info`)).toMatchObject({ data: { nickname: '王老师', version: first + 1 } })
    expect(await here('POST', `${base}/user/profile`, { version: first, nickname: '李老师' })).toMatchObject({
      status: 409,
      data: { reason: 'stale', current: { version: first + 1, nickname: '王老师' } },
    })
    const key = { 'idempotency-key': 'name-key-01' }
    const body = { version: first + 1, nickname: '李老师' }
    const once = await here('POST', `${base}/user/profile`, body, key)
    expect(await here('POST', `${base}/user/profile`, body, key)).toMatchObject({ code: 200, data: once.data })
    // A change of the password leaves the version of the name alone.
    const password = side === 'admin' ? ADMIN_PASSWORD : MEMBER_PASSWORD
    await here('POST', `${base}/user/password`, { oldPassword: password, newPassword: fresh })
    expect(await version()).toBe(first + 2)
  },
)

const refusedNames = [
  ['', 'Required'],
  ['   ', 'The content cannot be empty'],
  ['x'.repeat(33), 'At most 32 characters'],
  ['a\u202eb', 'Please enter the correct name'],
  ['a\nb', 'Please enter the correct name'],
] as const
