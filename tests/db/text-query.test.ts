import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { runStatement } from '#src/db/statement.server.ts'
import { asTexts } from '#src/db/text-query.server.ts'
import { freshDatabase } from '../support/database.ts'

const { url, drop } = await freshDatabase()
const db = openDatabase(url, 1)
const plain = openDatabase(url, 1, { prepare: false })
afterAll(async () => {
  await db.$client.end()
  await plain.$client.end()
  await drop()
})

const everyKind = `select null::text, '量尺 ''"\\'::text, 12::bigint, 1.50::numeric, true, '{1,2}'::int[], '{"a":1}'::jsonb,
  $1::text, $2::int, $3::text[], $4::bytea, $5::timestamptz at time zone 'UTC', $6::boolean, '' from generate_series(1, 3)`
const values = ['a', 7, ['x', 'y "z"'], Buffer.from('ab'), new Date(0), false]

test.each([
  ['prepared', db],
  ['not prepared', plain],
])('a %s statement returns the texts that the driver reads', async (_name, database) => {
  const config = { text: `${everyKind} -- by the driver`, values, rowMode: 'array', types: { ...asTexts } }
  const { rows } = await database.$client.query(config)
  expect(rows).toHaveLength(3)
  // The first use is not prepared, the second prepares, the third uses it.
  for (let use = 0; use < 3; use += 1) expect(await runStatement(database, everyKind, values)).toEqual(rows)
  expect(await runStatement(database, 'select 1 where false', [])).toEqual([])
})

test('a statement is prepared once, and its rows keep their order', async () => {
  const text = 'select n from generate_series(1, $1::int) n order by n desc'
  for (let use = 0; use < 4; use += 1)
    expect(await runStatement(db, text, [2_000])).toEqual(
      Array.from({ length: 2_000 }, (_, at) => [String(2_000 - at)]),
    )
  const { rows } = await db.execute(sql`select 1 from pg_prepared_statements where statement = ${text}`)
  expect(rows).toHaveLength(1)
})

test('an error is the error of its own statement: the only connection goes on', async () => {
  const divide = 'select 6 / $1::int'
  for (let use = 0; use < 3; use += 1) await runStatement(db, divide, [2])
  await expect(runStatement(db, divide, [0])).rejects.toMatchObject({ code: '22012' })
  await expect(runStatement(db, 'select nonsense', [])).rejects.toMatchObject({ code: '42703' })
  await expect(runStatement(db, 'copy config from stdin', [])).rejects.toMatchObject({ code: '57014' })
  const endless: { own?: unknown } = {}
  endless.own = endless
  await expect(runStatement(db, divide, [endless])).rejects.toThrow(/circular/i)
  expect(await runStatement(db, divide, [3])).toEqual([['2']])
})

test('in a transaction that has failed, the statement says so and the next transaction works', async () => {
  const failed = db.transaction(async (tx) => {
    await runStatement(tx, 'select 1 / $1::int', [0]).catch(() => undefined)
    await runStatement(tx, 'select 1', [])
  })
  await expect(failed).rejects.toMatchObject({ code: '25P02' })
  expect(await db.transaction((tx) => runStatement(tx, 'select 1', []))).toEqual([['1']])
})
