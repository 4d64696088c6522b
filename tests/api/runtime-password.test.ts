import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registeredResources } from '#src/server/crud/resource-registry.server.ts'
import { startApi } from '../support/api.ts'
import { description, fields, full } from '../support/exam-room.ts'

import { rooms } from '../support/rooms.ts'

test('no password reaches the change history, not even its hash', async () => {
  const { admin, store, db } = await rooms()
  // Until then the column is an ordinary text, and is recorded.
  const plain = fields.map((field) => (field.name === 'entryCode' ? { ...field, type: 'text' } : field))
  const added = await store({ fields: plain })
  const { id } = (await admin('POST', '/adminApi/exam-room/add', { ...full, entryCode: 'in the clear' })).data as {
    id: number
  }
  const recorded = async () =>
    (await db.execute(sql`select operation, before, after from change where table_name = 'res_exam_room' order by id`))
      .rows
  expect(JSON.stringify(await recorded())).toContain('in the clear')
  const resource = added.data as { id: number }
  expect((await admin('POST', '/adminApi/resource/edit', { id: resource.id, description })).code).toBe(200)
  await admin('POST', '/adminApi/exam-room/edit', { id, entryCode: 'open sesame' })
  await admin('POST', '/adminApi/exam-room/edit', { id, entryCode: 'another one', seats: 3 })
  await admin('DELETE', `/adminApi/exam-room/del?ids=${id}`)
  const changes = await recorded()
  expect(JSON.stringify(changes)).not.toMatch(/argon2|in the clear|entry_code/)
  expect(changes.slice(1, 3), 'that one was set is told').toMatchObject([
    { operation: 'update', before: {}, after: {} },
    { operation: 'update', after: { seats: 3 } },
  ])
  const { list } = (await admin('GET', `/adminApi/exam-room/history?id=${id}`)).data as { list: { id: number }[] }
  expect((await admin('POST', '/adminApi/exam-room/restore', { id, changeId: list[0]?.id })).code).toBe(200)
  expect((await db.execute(sql`select name, seats, entry_code from res_exam_room`)).rows).toEqual([
    { name: full.name, seats: 3, entry_code: null },
  ])
})

test('no recorded table of the product has a column of passwords that its trigger does not leave out', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute<{ name: string }>(sql`
    select a.attrelid::regclass || '.' || attname as name from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid
      join pg_proc p on p.oid = t.tgfoid and p.proname = 'record_change'
    where attnum > 0 and attname ~ 'password|secret|token|hash'
      and not attname = any (string_to_array(encode(t.tgargs, 'escape'), '\\000'))`)
  const { rows: triggers } = await db.execute<{ name: string; columns: string[] }>(sql`
    select t.tgrelid::regclass::text as name, string_to_array(encode(t.tgargs, 'escape'), '\\000') as columns
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.proname = 'record_change'`)
  const leftOut = new Set(triggers.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)))
  const described = registeredResources().flatMap(({ resource }) =>
    resource.description.fields
      // A column of another table, such as that of the credentials, is looked at above.
      .filter(({ name, type }) => type === 'password' && resource.columnNames.has(name))
      .map(({ name }) => `${resource.tableName}.${resource.columnNames.get(name)}`),
  )
  expect(rows.map(({ name }) => name)).toEqual([])
  expect(described, 'the trigger of such a table names its column: record_change(...)').toSatisfy((names: string[]) =>
    names.every((name) => leftOut.has(name)),
  )
})

test('a password is kept as its hash, told to nobody, and stays as it is when none is typed', async () => {
  const { admin, store, db } = await rooms()
  await store()
  const stored = async () => (await db.execute(sql`select entry_code as code from res_exam_room`)).rows[0]?.code
  const room = { ...full, entryCode: 'open sesame' }
  const { id } = (await admin('POST', '/adminApi/exam-room/add', room)).data as { id: number }
  const hash = await stored()
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(await admin('POST', '/adminApi/exam-room/edit', { id, entryCode: '' })).toMatchObject({ code: 200 })
  expect(await admin('POST', '/adminApi/exam-room/edit', { id, entryCode: 'a<b' })).toMatchObject({ status: 422 })
  expect(await stored()).toBe(hash)
  await admin('POST', '/adminApi/exam-room/edit', { id, entryCode: 'another one' })
  expect(await stored()).not.toBe(hash)
  for (const path of ['index', `edit?id=${id}`, `history?id=${id}`]) {
    const { data } = await admin('GET', `/adminApi/exam-room/${path}`)
    expect(JSON.stringify(data)).toContain('Room 1')
    expect(JSON.stringify(data)).not.toMatch(/entryCode|argon2/)
  }
  const filter = JSON.stringify({ field: 'entryCode', operator: 'NOT NULL' })
  expect(await admin('GET', `/adminApi/exam-room/index?filter=${filter}`)).toMatchObject({ status: 400 })
})
