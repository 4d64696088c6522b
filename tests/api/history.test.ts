import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credential } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'

const history = sql`select s.kind, s.actor_name as actor, s.request_id as request, c.operation, c.before, c.after
  from change c join change_set s on s.id = c.change_set_id where c.table_name = 'organization' order by c.id`

test('every write is recorded with who did it and what it changed, deletes included', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const added = await call(
    'POST',
    '/adminApi/organization/add',
    { code: 'A', name: 'Before', type: 'school' },
    { 'x-request-id': 'request-0001' },
  )
  const { id } = added.data as { id: number }
  await call(
    'POST',
    '/adminApi/organization/edit',
    { id, version: 1, name: 'After', type: 'school' },
    { 'x-request-id': 'request-0002' },
  )
  await call('DELETE', `/adminApi/organization/del?ids[]=${id}`)
  const { rows } = await db.execute(history)
  expect(rows).toMatchObject([
    {
      kind: 'save',
      actor: 'admin',
      request: 'request-0001',
      operation: 'insert',
      before: null,
      after: { code: 'A', name: 'Before' },
    },
    { request: 'request-0002', operation: 'update', before: { name: 'Before' }, after: { name: 'After' } },
    { operation: 'delete', before: { code: 'A', name: 'After' }, after: null },
  ])
  expect(rows[1]?.after).toEqual({ name: 'After' })
})

test('rows changed by one action share its change set', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const { S1, S2 } = await addOrganizations(call)
  await call('DELETE', `/adminApi/organization/del?ids[]=${S1}&ids[]=${S2}`)
  const { rows } = await db.execute(
    sql`select count(*) as rows, count(distinct change_set_id) as sets from change where operation = 'delete'`,
  )
  expect(rows).toEqual([{ rows: 2, sets: 1 }])
})

test('a refused write leaves nothing in the history', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const { B } = await addOrganizations(call)
  const count = async () => (await db.execute(history)).rows.length
  const before = await count()
  await call('POST', '/adminApi/organization/add', { code: 'B', name: 'Duplicate', type: 'school' })
  await call('DELETE', `/adminApi/organization/del?ids[]=${B}`)
  await call('POST', '/adminApi/organization/edit', { id: B, version: 99, name: 'x' })
  expect(await count()).toBe(before)
})

test('a write around the application is recorded as well', async () => {
  const { signIn, db } = await startApi()
  const { B } = await addOrganizations(await signIn())
  await db.update(organization).set({ name: 'By hand' }).where(eq(organization.id, B))
  const { rows } = await db.execute(history)
  expect(rows.at(-1)).toMatchObject({ kind: 'sql', actor: '', operation: 'update', after: { name: 'By hand' } })
})

test('stamps cannot be forged by a write', async () => {
  const { signIn, db } = await startApi()
  const { B } = await addOrganizations(await signIn())
  await db.update(organization).set({ name: 'x', version: 99, createBy: 5 }).where(eq(organization.id, B))
  const [row] = await db.select().from(organization).where(eq(organization.id, B))
  expect(row).toMatchObject({ version: 2, createBy: 1, updateBy: null })
})

test('no credential is in the history', async () => {
  const { db } = await startApi()
  const [stored] = await db.select().from(credential)
  const { rows } = await db.execute(
    sql`select count(*) as found from change where before::text like '%argon2%' or after::text like '%argon2%'`,
  )
  expect(stored?.passwordHash).toContain('argon2id')
  expect(rows).toEqual([{ found: 0 }])
})

test('months have partitions ahead of time', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute(sql`select count(*) as parts from pg_inherits where inhparent = 'change'::regclass`)
  expect(rows).toEqual([{ parts: 4 }])
})

test('a level that organizations use cannot be deleted, not even by hand', async () => {
  const { signIn, db } = await startApi()
  await (await signIn())('POST', '/adminApi/organization/add', { code: 'A', name: 'A', type: 'school', levelIds: [2] })
  await expect(db.delete(educateLevel).where(eq(educateLevel.id, 2))).rejects.toMatchObject({
    cause: { code: '23503' },
  })
  await db.delete(educateLevel).where(eq(educateLevel.id, 1))
  await expect(
    db.insert(organization).values({ code: 'Z', name: 'Z', type: 'school', sortKey: 'zz', levelIds: [1] }),
  ).rejects.toMatchObject({ cause: { code: '23503' } })
})
