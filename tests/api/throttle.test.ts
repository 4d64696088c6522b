import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purge } from '#src/server/purge.server.ts'
import { beginAttempt, succeedAttempt } from '#src/server/throttle/throttle.server.ts'
import { right, startGuarded } from '../support/guard.ts'
import { openFresh } from '../support/open-fresh.ts'

type Guarded = Awaited<ReturnType<typeof startGuarded>>

/** Forgets every failure, so that the next case begins anew. */
const forget = ({ db }: Guarded) => db.execute(sql`delete from throttle`)

/** Fails to sign in `times` times. Solves a captcha where the server requires one. */
async function fail(api: Guarded, times: number, by: Parameters<Guarded['signInTry']>[0] = {}) {
  const answers = []
  for (let i = 0; i < times; i++) {
    const first = await api.signInTry(by)
    if (first.body.error !== 'captcha_required') answers.push(first)
    else answers.push(await api.signInTry({ ...by, proof: await api.solved('login', by.address) }))
  }
  return answers
}

test('three wrong passwords bring the captcha, six a wait that doubles, in the shape of the token endpoint', async () => {
  const api = await startGuarded()
  const refused = await fail(api, 6)
  expect(refused.map(({ body }) => body.error)).toEqual(Array(6).fill('invalid_grant'))
  const blocked = await api.signInTry(right)
  expect(blocked.status).toBe(429)
  expect(blocked.headers.get('retry-after')).toBe('30')
  expect(blocked.body).toEqual({
    error: 'too_many_requests',
    error_description: 'Too many attempts. Please try again in 30 s.',
    code: 429,
    msg: 'Too many attempts. Please try again in 30 s.',
  })
  expect((await api.signInTry({ ...right, language: 'zh-CN' })).body.msg).toMatch(
    /^尝试次数过多，请在 (30|29) 秒后再试$/,
  )
  const waits = []
  for (let i = 0; i < 6; i++) {
    await api.wait(i === 0 ? 30 : 30 * 2 ** i)
    await fail(api, 1)
    waits.push(Number((await api.signInTry(right)).headers.get('retry-after')))
  }
  // One failure is forgotten every ten minutes, so in the end the wait stays the same.
  expect(waits.slice(0, 4).map((wait) => Math.round(wait / 10) * 10)).toEqual([60, 120, 240, 480])
  expect(Math.max(...waits)).toBeLessThanOrEqual(900)
  expect((await api.signInTry({ ...right, language: 'zh-CN' })).body.msg).toMatch(/^尝试次数过多，请在 \d+ 分钟后再试$/)
})

test('waits and captchas come with failures, for an account from one network, and go with a right password', async () => {
  const api = await startGuarded()
  await fail(api, 6)
  await api.wait(30)
  expect((await api.signInTry({ ...right, proof: await api.solved() })).status).toBe(200)
  // Neither a captcha nor a wait remains.
  expect((await api.signInTry()).body.error).toBe('invalid_grant')
  expect((await api.signInTry(right)).status).toBe(200)
  // A stranger elsewhere locks nobody out: the captcha comes, and with it the owner gets in.
  {
    await forget(api)
    for (let i = 0; i < 10; i++) await fail(api, 2, { address: `198.51.${i}.7` })
    const owner = { ...right, address: '203.0.113.9' }
    expect((await api.signInTry(owner)).body).toMatchObject({ error: 'captcha_required', data: { captcha: true } })
    expect((await api.signInTry({ ...owner, proof: await api.solved() })).status).toBe(200)
  }
  // The wait is for an account from one network.
  {
    await forget(api)
    const networks = [
      ['203.0.113.9', '203.0.113.200', '203.0.114.9'],
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
      ['::ffff:203.0.113.9', '203.0.113.10', '203.0.112.1'],
    ] as const
    for (const [one, near, far] of networks) {
      await forget(api)
      await fail(api, 6, { address: one })
      expect((await api.signInTry({ ...right, address: near })).status, near).toBe(429)
      const elsewhere = { ...right, address: far, proof: await api.solved() }
      expect((await api.signInTry(elsewhere)).status, far).toBe(200)
    }
  }
  await forget(api)
  await fail(api, 6)
  expect((await api.signInTry({ side: 'user', username: 'member', password: 'Member123456' })).status).toBe(200)
  expect((await api.signInTry({ side: 'user' })).body.error).toBe('invalid_grant')
  // A name that does not exist is treated as one that does, whatever its case and spaces.
  {
    await forget(api)
    const words = async (names: string[]) => {
      const said = []
      for (const username of names) {
        const [answer] = await fail(api, 1, { username })
        said.push({ status: answer?.status, body: answer?.body })
      }
      return said
    }
    const known = await words(['admin', 'ADMIN', ' admin', 'Admin ', 'admin', 'admin', 'admin'])
    const unknown = await words(['nobody', 'NOBODY', ' nobody', 'Nobody ', 'nobody', 'nobody', 'nobody'])
    expect(unknown).toEqual(known)
    expect(known.at(-1)?.status).toBe(429)
  }
})

test('attempts at once, also through two processes, get no further than one after the other; only failures count', async () => {
  const api = await startGuarded()
  // Twenty guesses at once get no further than twenty one after the other.
  {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.signInTry()))
    const count = (error: string) => answers.filter(({ body }) => body.error === error).length
    expect({ tried: count('invalid_grant'), sentAway: count('captcha_required') }).toEqual({ tried: 3, sentAway: 17 })
  }
  // Twelve guesses at once with twelve captchas, through two processes: six are tried.
  {
    await forget(api)
    const other = api.second()
    const proofs = []
    for (let i = 0; i < 12; i++) proofs.push(await api.solved('login', `198.51.100.${i}`))
    const answers = await Promise.all(proofs.map((proof, i) => (i % 2 ? api : other).signInTry({ proof })))
    const count = (error: string) => answers.filter(({ body }) => body.error === error).length
    expect(count('too_many_requests')).toBe(6)
    expect(count('invalid_grant')).toBe(6)
  }
  // Twelve right sign-ins at once through two processes all succeed: only failures count.
  {
    await forget(api)
    const other = api.second()
    const tries = Array.from({ length: 12 }, (_, i) => (i % 2 ? api : other).signInTry(right))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  }
  await forget(api)
  await fail(api, 6)
  expect((await api.second().signInTry(right)).status).toBe(429)
})

test('an address that fails is counted, failures are forgotten with time, and what was typed is not kept', async () => {
  const api = await startGuarded()
  // One address that fails at many accounts gets the captcha, then a wait; other addresses do not.
  {
    const guess = (i: number) => ({ username: `name${i}`, address: '203.0.113.50' })
    const first = []
    for (let i = 0; i < 21; i++) first.push((await api.signInTry(guess(i))).body.error)
    expect(first.slice(0, 20)).toEqual(Array(20).fill('invalid_grant'))
    expect(first[20]).toBe('captcha_required')
    await api.db.execute(sql`update throttle set failures = 60 where failures = 20`)
    expect((await fail(api, 1, guess(30)))[0]?.body.error).toBe('invalid_grant')
    expect((await api.signInTry({ ...right, address: '203.0.113.50' })).status).toBe(429)
    expect((await api.signInTry({ ...right, address: '203.0.113.51' })).status).toBe(200)
  }
  // A right sign-in in between does not wash an address clean.
  {
    await forget(api)
    const address = '203.0.113.50'
    for (let i = 0; i < 20; i++) {
      await api.signInTry({ username: `name${i}`, address })
      if (i % 5 === 0) expect((await api.signInTry({ ...right, address })).status).toBe(200)
    }
    expect((await api.signInTry({ username: 'another', address })).body.error).toBe('captcha_required')
  }
  await forget(api)
  await fail(api, 3)
  expect((await api.signInTry()).body.error).toBe('captcha_required')
  await api.wait(600)
  expect((await api.signInTry()).body.error).toBe('invalid_grant')
  await api.db.execute(sql`update throttle set update_time = now() - interval '25 hours'`)
  await purge(api.db, { files: api.files })
  expect((await api.db.execute(sql`select * from throttle`)).rows).toEqual([])
  await forget(api)
  await api.signInTry()
  await api.db.execute(sql`update throttle set failures = 0, pending = 3, pending_time = now() - interval '61 seconds'`)
  expect((await api.signInTry()).body.error).toBe('captcha_required')
  // What was typed is not in the counters.
  {
    await forget(api)
    await api.signInTry({ username: 'my-secret-typed-in-the-wrong-place' })
    const { rows } = await api.db.execute(sql`select row_to_json(t)::text as line from throttle t`)
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('secret')
  }
  // Bad refresh tokens are limited by address; a good one still works there.
  {
    await forget(api)
    const tokens = (await api.signInTry(right)).body
    const answers = []
    for (let i = 0; i < 22; i++) answers.push(await api.refreshTry(`guess-${i}`))
    expect(answers.slice(0, 20).every(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toBe(
      true,
    )
    expect(answers[21]).toMatchObject({ status: 429, body: { error: 'too_many_requests', code: 429 } })
    expect(Number(answers[21]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.refreshTry('guess', { address: '198.51.100.1' })).status).toBe(400)
    expect((await api.refreshTry(tokens.refresh_token)).status).toBe(200)
  }
})

test('an attempt does not wait for the disk, and the next write of its connection does', async () => {
  const db = await openFresh(1)
  const commits = async () =>
    (await db.execute<{ synchronous_commit: string }>(sql`show synchronous_commit`)).rows[0]?.synchronous_commit
  await db.execute(sql`set synchronous_commit = on`)
  const policy = { captchaAfter: 3, blockAfter: 6, firstWait: 30, maxWait: 900, forget: 600 }
  const counted = [{ key: 'a key of this test', policy }]
  expect(await beginAttempt(db, counted, false)).toEqual({ kind: 'go' })
  expect(await commits()).toBe('on')
  await succeedAttempt(db, counted, [])
  expect(await commits()).toBe('on')
})
