import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purge } from '#src/server/purge.server.ts'
import { startApi } from '../support/api.ts'

test('what has run out is removed, and what has not is still good', async () => {
  const { db, signIn, files } = await startApi()
  const [fresh, old] = [await signIn(), await signIn()]
  const key = (name: string) => ({ 'idempotency-key': name })
  const body = { code: 'X1', name: 'A school', type: 'school' }
  const first = await fresh('POST', '/adminApi/organization/add', body, key('fresh'))
  await fresh('POST', '/adminApi/organization/add', { ...body, code: 'X2' }, key('old'))
  const session = (name: string, lasts: string) => sql`insert into browser_session
    (id_hash, side, sealed_tokens, lifetime_seconds, expire_time) values (${name}, 'admin', '', 1, now() + ${lasts}::interval)`
  const aged = [
    sql`update idempotency set create_time = now() - interval '23 h 59 min' where key like '%:fresh'`,
    sql`update idempotency set create_time = now() - interval '24 h 1 min' where key like '%:old'`,
    sql`update token_family set expire_time = now() - interval '1 s' where id = (select max(id) from token_family)`,
    session('fresh', '1 minute'),
    session('old', '-1 second'),
  ]
  for (const statement of aged) await db.execute(statement)
  expect(await purge(db, { files })).toEqual([])
  const left = await db.execute(sql`select
    (select array_agg(split_part(key, ':', 2)) from idempotency) as keys,
    (select array_agg(id_hash) from browser_session) as sessions,
    (select count(*)::int from token_family) as families`)
  expect(left.rows).toEqual([{ keys: ['fresh'], sessions: ['fresh'], families: 1 }])
  expect(await fresh('POST', '/adminApi/organization/add', body, key('fresh'))).toMatchObject({
    code: 200,
    data: first.data,
  })
  expect(await old('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
})
