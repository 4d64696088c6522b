import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { token } from '#src/db/session.table.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { startBackend } from '../support/backend.ts'
import { serveHttp } from '../support/serve.ts'

// Both modes share one code path: a result in this process also holds over HTTP.
const ways = [
  ['in this process', async () => ({})],
  [
    'at BACKEND_URL',
    async () => {
      const { api, url } = await startApi()
      return { DATABASE_URL: url, BACKEND_URL: await serveHttp((request) => api.fetch(request)) }
    },
  ],
] as const

for (const [name, variables] of ways) {
  test(`${name}: sign in, call, refresh when expired, sign out`, async () => {
    const { callApi, callPublic, passwordGrant, session, refusal, withLocale, db } = await startBackend(
      await variables(),
    )
    expect((await callPublic({ method: 'GET', path: '/api/site' })).data).toHaveProperty('siteName')
    const tokens = await passwordGrant('admin', { username: 'admin', password: ADMIN_PASSWORD, keep: false })
    const admin = await session('admin', tokens)
    const info = { method: 'GET', path: '/adminApi/user/info' } as const
    expect((await callApi(admin, info)).data).toMatchObject({ username: 'admin', password: null })

    await db.update(token).set({ expireTime: sql`now() - interval '1 s'` }).where(eq(token.kind, 'access'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callApi({ id: admin.id, side: 'admin', tokens }, info)),
    )
    expect(answers).toHaveLength(20)
    const refreshed = await db.select().from(token).where(sql`${token.firstUseTime} is not null`)
    expect(refreshed).toHaveLength(1)

    const missing = await withLocale('en', () =>
      refusal(callApi(admin, { method: 'GET', path: '/adminApi/none/index' })),
    )
    expect([missing.code, missing.message]).toEqual([404, 'Error requesting address: /adminApi/none/index'])

    await callApi(admin, { method: 'DELETE', path: '/auth/token/logout' })
    expect((await refusal(callApi(admin, info))).code).toBe(401)
  })

  test(`${name}: a wrong password is refused with the server's sentence, and sides keep apart`, async () => {
    const { callApi, passwordGrant, session, refusal, withLocale } = await startBackend(await variables())
    const wrong = { username: 'admin', password: 'wrong-password', keep: false }
    const error = await withLocale('en', () => refusal(passwordGrant('admin', wrong)))
    expect([error.code, error.message]).toEqual([400, 'The account or password is incorrect'])
    const tokens = await passwordGrant('user', { username: 'member', password: MEMBER_PASSWORD, keep: true })
    const member = await session('user', tokens)
    expect((await callApi(member, { method: 'GET', path: '/api/user/info' })).data).toMatchObject({
      username: 'member',
    })
  })
}
