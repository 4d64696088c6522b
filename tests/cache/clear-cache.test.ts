import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { startApi } from '../support/api.ts'

// backend/two-processes.test.ts shows that every other process clears its caches, too.

const path = '/admin/ajax/clearCache'
const types = 'The type must be server or all'

test('the types server and all empty the caches of the process and say so; all else is refused and clears nothing', async () => {
  const { db, signIn, api } = await startApi()
  const admin = await signIn()
  const cache = processCache<number>()
  for (const type of ['server', 'all']) {
    cache.set('one', 1)
    expect(await admin('POST', path, { type })).toMatchObject({
      status: 200,
      code: 200,
      data: null,
      msg: 'The server caches have been cleared',
    })
    expect(cache.get('one'), type).toBeUndefined()
  }
  cache.set('one', 1)
  const wrong: [body: object, errors: object][] = [
    [{ type: 'browser' }, { type: [types] }],
    [{ type: 'everything' }, { type: [types] }],
    [{ type: 5 }, { type: [types] }],
    [{}, { type: [expect.any(String)] }],
    [{ type: 'all', more: 1 }, { more: [expect.any(String)] }],
  ]
  for (const [body, errors] of wrong)
    expect(await admin('POST', path, body), JSON.stringify(body)).toMatchObject({ code: 422, data: { errors } })
  expect(cache.get('one')).toBe(1)

  // Whoever is not super may not, on either side.
  await db.update(account).set({ super: false }).where(eq(account.username, 'admin'))
  expect((await admin('POST', path, { type: 'server' })).code).toBe(403)
  expect((await (await signIn('user'))('POST', path, { type: 'server' })).code).toBe(401)
  expect((await api.request(path, { method: 'POST' })).status).toBe(401)
})

test('a value counts as none when its time is over', async () => {
  const cache = processCache<number>({ maxAge: -1 })
  cache.set('one', 1)
  expect(cache.get('one')).toBeUndefined()
})
