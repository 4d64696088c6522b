import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { token, tokenFamily } from '#src/db/session.table.server.ts'
import { systemAuthor } from '#src/db/write.server.ts'
import { findAccount, lockAccount, setPassword } from '#src/features/auth/account.server.ts'
import { hashToken } from '#src/server/access/actor.server.ts'
import { purgeTokens, startFamily } from '#src/server/access/tokens.server.ts'
import { ADMIN_PASSWORD, callerOf, startApi, type TestApi, type Tokens } from '../support/api.ts'
import { settings } from '../support/deps.ts'

const password = (password = ADMIN_PASSWORD, username = 'admin') => ({ username, password })
const refresh = (tokens: Tokens) => ({ refresh_token: tokens.refresh_token })

async function exchange({ token }: TestApi, tokens: Tokens): Promise<Tokens | undefined> {
  const response = await token('admin', refresh(tokens), 'refresh_token')
  return response.status === 200 ? response.json() : undefined
}

test('a refresh token is exchanged again until its successor is used; then whoever uses it ends the whole family', async () => {
  const api = await startApi()
  // A refresh token whose answer was lost works again, until its successor is used.
  {
    const { tokens } = await api.signIn()
    expect(await exchange(api, tokens)).toBeDefined()
    const second = await exchange(api, tokens)
    if (!second) throw new Error('the lost answer signed us out')
    expect(await exchange(api, second)).toBeDefined()
    // The old token stays valid for ten seconds, for requests that are under way.
    const late = await exchange(api, tokens)
    if (!late) throw new Error('the request under way signed us out')
    expect(await exchange(api, late)).toBeDefined()
  }
  // A refresh token used long after its successor ends the whole family.
  {
    await forget(api)
    const first = await api.signIn()
    const second = await exchange(api, first.tokens)
    const third = second && (await exchange(api, second))
    if (!third) throw new Error('no third set')
    await outlast(api)
    expect(await exchange(api, first.tokens)).toBeUndefined()
    expect(await exchange(api, third)).toBeUndefined()
    expect(await callerOf(api.api, third)('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
  }
  await forget(api)
  for (const who of ['thief', 'owner']) {
    const { tokens } = await api.signIn()
    const sets = [await exchange(api, tokens), await exchange(api, tokens)]
    if (who === 'owner') sets.reverse()
    const [quick, slow] = sets
    const next = quick && (await exchange(api, quick))
    if (!next || !slow) throw new Error('not refreshed')
    // The other one presents its own token, which has ended: everything ends.
    expect(await exchange(api, slow)).toBeUndefined()
    expect(await exchange(api, next)).toBeUndefined()
    expect(await callerOf(api.api, next)('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    expect(await api.db.select().from(tokenFamily)).toEqual([])
  }
  // A token that was taken within the grace is a sibling of the newest ones.
  {
    await forget(api)
    const { tokens } = await api.signIn()
    const second = await exchange(api, tokens)
    const third = second && (await exchange(api, second))
    const taken = await exchange(api, tokens)
    const fourth = third && (await exchange(api, third))
    if (!taken || !fourth) throw new Error('not refreshed')
    expect(await exchange(api, taken)).toBeUndefined()
    expect(await exchange(api, fourth)).toBeUndefined()
  }
  // The tokens of a sign-in are limited, and the ones that fell out still end it.
  {
    await forget(api)
    const { tokens } = await api.signIn()
    const oldest = await exchange(api, tokens)
    for (let round = 0; round < 102; round++) await exchange(api, tokens)
    const rows = await api.db.select().from(token)
    expect(rows.filter(({ kind }) => kind === 'access')).toHaveLength(100)
    expect(rows.filter(({ kind }) => kind === 'refresh')).toHaveLength(101)
    if (!oldest) throw new Error('not refreshed')
    expect(await exchange(api, oldest)).toBeUndefined()
    expect(await api.db.select().from(tokenFamily)).toEqual([])
  }
  // A refresh token of an older release, without a key, goes on and keeps its detection.
  {
    await forget(api)
    const { tokens } = await api.signIn()
    const old = randomBytes(32).toString('base64url')
    await api.db
      .update(token)
      .set({ hash: hashToken(old) })
      .where(eq(token.kind, 'refresh'))
    await api.db.update(tokenFamily).set({ keyHash: null })
    const first = await exchange(api, { ...tokens, refresh_token: old })
    const second = await exchange(api, { ...tokens, refresh_token: old })
    const third = second && (await exchange(api, second))
    if (!first || !third) throw new Error('not refreshed')
    expect(await exchange(api, first)).toBeUndefined()
    expect(await exchange(api, third)).toBeUndefined()
  }
  // Twenty exchanges of one refresh token at once all succeed.
  {
    await forget(api)
    const { tokens } = await api.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(api, tokens)))
    expect(answers.every((answer) => answer !== undefined)).toBe(true)
  }
})

/** Ends every sign-in, so that the next case begins anew. */
const forget = ({ db }: TestApi) => db.delete(tokenFamily)

/** Makes every exchange so far older than the ten seconds of grace. */
async function outlast({ db }: TestApi) {
  await db.update(token).set({ spentTime: sql`${token.spentTime} - interval '11 seconds'` })
}

test('tokens end with their time, a logout, a lock or a new password, and the last sign-in is the one before', async () => {
  const api = await startApi()
  // The last sign-in is the one before this one.
  {
    await forget(api)
    const { db } = api
    for (const [side, path] of infos) {
      await db.delete(tokenFamily)
      const person = await findAccount(db, side, side === 'admin' ? 'admin' : 'member')
      const signIn = async (ip: string) => {
        const tokens = await startFamily(db, settings, {
          accountId: person?.id ?? 0,
          side,
          keep: false,
          ip,
          userAgent: '',
        })
        if (!tokens) throw new Error('not signed in')
        return async () => (await callerOf(api.api, tokens)('GET', path)).data
      }
      const first = await signIn('10.0.0.1')
      expect(await first()).toMatchObject({ last_login_time: null, last_login_ip: '' })
      const second = await signIn('10.0.0.2')
      const [begun] = await db.select({ at: tokenFamily.createTime }).from(tokenFamily).orderBy(tokenFamily.id)
      expect(await second()).toMatchObject({ last_login_time: begun?.at, last_login_ip: '10.0.0.1' })
      await db.delete(tokenFamily).where(eq(tokenFamily.ip, '10.0.0.1'))
      expect(await (await signIn('10.0.0.3'))()).toMatchObject({ last_login_ip: '10.0.0.2' })
      expect(await second(), 'what another sign-in saw stays').toMatchObject({ last_login_ip: '10.0.0.1' })
    }
  }
  // Spent and expired tokens are removed, by the next exchange and by the purge.
  {
    await forget(api)
    const call = await api.signIn()
    let last: Tokens | undefined = call.tokens
    for (let round = 0; round < 5; round++) last = last && (await exchange(api, last))
    if (!last) throw new Error('not refreshed')
    await outlast(api)
    last = await exchange(api, last)
    if (!last) throw new Error('not refreshed')
    const refreshTokens = () => api.db.select().from(token).where(eq(token.kind, 'refresh'))
    expect(await refreshTokens(), 'the new one, the one in use, and the one before it').toHaveLength(3)
    await outlast(api)
    await api.db.update(token).set({ expireTime: sql`now() - interval '1 s'` }).where(eq(token.kind, 'access'))
    await purgeTokens(api.db)
    expect(await api.db.select().from(token)).toHaveLength(2)
    expect(await exchange(api, last)).toBeDefined()
    // A removed token still ends the sign-in that it belonged to.
    expect(await exchange(api, call.tokens)).toBeUndefined()
    expect(await api.db.select().from(tokenFamily)).toEqual([])
  }
  // An expired access token is 401, and refreshing brings a good one.
  {
    await forget(api)
    const call = await api.signIn()
    await api.db.update(token).set({ expireTime: sql`now() - interval '1 second'` }).where(eq(token.kind, 'access'))
    expect(await call('GET', '/adminApi/user/info')).toMatchObject({ status: 401, code: 401 })
    const fresh = await exchange(api, call.tokens)
    if (!fresh) throw new Error('not refreshed')
    expect(await callerOf(api.api, fresh)('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
  }
  // "keep me signed in" is thirty days, without it one.
  {
    await forget(api)
    const { token, db } = api
    await token('admin', password())
    await token('admin', { ...password(), keep: '1' })
    const rows = await db
      .select({ days: sql<number>`round(extract(epoch from expire_time - now()) / 86400)::int` })
      .from(tokenFamily)
      .orderBy(tokenFamily.id)
    expect(rows).toEqual([{ days: 1 }, { days: 30 }])
  }
  // Logout ends the sign-in that asked for it, and no other.
  {
    await forget(api)
    const [one, other] = [await api.signIn(), await api.signIn()]
    expect(await one('DELETE', '/auth/token/logout')).toMatchObject({ code: 200, msg: 'Signed out' })
    expect(await one('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    expect(await exchange(api, one.tokens)).toBeUndefined()
    expect(await other('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
  }
  // A lock in the database ends the sign-ins for good, also of a sign-in under way.
  {
    await forget(api)
    const call = await api.signIn()
    const admin = await findAccount(api.db, 'admin', 'admin')
    const status = (value: 0 | 1) =>
      api.db
        .update(account)
        .set({ status: value })
        .where(eq(account.id, admin?.id ?? 0))
    // The password has been checked, and the account is locked before the tokens are issued.
    const lock = await api.db.$client.connect()
    await lock.query('begin')
    await lock.query('update account set status = 0 where id = $1', [admin?.id])
    const late = api.signIn().catch((error: Error) => error.message)
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await api.db.execute(waiting)).rowCount).toBe(1)
    await lock.query('commit')
    lock.release()
    expect(await late).toBe('the account admin is locked')
    await status(1)
    expect(await call('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    expect(await exchange(api, call.tokens)).toBeUndefined()
    expect(await (await api.signIn())('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
  }
  // A new password or a lock ends every sign-in of the account.
  {
    await forget(api)
    const call = await api.signIn()
    const admin = await findAccount(api.db, 'admin', 'admin')
    await setPassword(api.db, admin?.id ?? 0, 'Changed-123')
    expect(await call('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    const again = await api.signIn('admin', 'admin', 'Changed-123')
    await lockAccount(api.db, systemAuthor, admin?.id ?? 0)
    expect(await again('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    expect(await exchange(api, again.tokens)).toBeUndefined()
  }
})

const infos = [
  ['admin', '/adminApi/user/info'],
  ['user', '/api/user/info'],
] as const
