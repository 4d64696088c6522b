import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startImports } from '../support/imports.ts'

test('a check knows of the many rows that came just before it', async () => {
  const { db, bring } = await startImports()
  const counted = async () => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select reltuples::int as count from pg_class where oid = 'organization'::regclass`,
    )
    return rows[0]?.count ?? 0
  }
  await db.execute(sql`alter table organization set (autovacuum_enabled = false), disable trigger z_record`)
  await db.execute(sql`
    insert into organization (code, name, type, sort_key)
    select 'D' || n, 'District ' || n, 'district', 'a' || lpad(n::text, 6, '0') || '5' from generate_series(1, 12000) n`)
  expect(await counted()).toBeLessThan(1_000)
  const { job } = await bring('编码,名称,类型\nD1,District 1,district\n', { skipRefused: true })
  expect(job.state).toBe('done')
  expect(await counted()).toBeGreaterThan(10_000)
})
