import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { configVersion } from '#src/features/config/config-save.server.ts'
import { startApi } from '../support/api.ts'

test('the version of the configuration is one look into an index, whatever else was changed since', async () => {
  const { signIn, db } = await startApi()
  const admin = await signIn()
  await admin('POST', '/adminApi/config/edit', { values: { recordNumber: 'A' } })
  const version = await configVersion(db)
  await db.execute(sql`insert into change (change_set_id, table_name, row_id, operation, create_time)
    select (select max(id) from change_set), 'subject', n, 'update', now() from generate_series(1, 20000) n`)
  await db.execute(sql`analyze change`)
  expect(await configVersion(db)).toBe(version)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers) select id from change where table_name = 'config' order by id desc limit 1`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // The names of the indexes of partitions are made by the database.
  expect(plan).toContain('Index Only Scan')
  expect(plan).not.toContain('Rows Removed')
  expect(plan).not.toContain('Seq Scan')
})
