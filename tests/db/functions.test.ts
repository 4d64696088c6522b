import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'

/** For tables of later features: the how-to of resources names it. */
const offered = ['record_without_inserts']

test('every function of the database is used by code, by the schema, or by another function', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute<{ name: string; schema: string; others: string }>(sql`
    with own as (
      select p.oid, p.proname as name, p.prosrc as source from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    )
    select name,
      exists (select from pg_depend d where d.refobjid = own.oid and d.refclassid = 'pg_proc'::regclass) as schema,
      exists (select from own other where other.oid <> own.oid and other.source ~ ('\\m' || own.name || '\\M')) as others
    from own order by name`)
  expect(rows.length).toBeGreaterThan(20)
  const files = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const unused = rows.filter(
    ({ name, schema, others }) => !schema && !others && !files.some((text) => text.includes(name)),
  )
  expect(unused.map(({ name }) => name).filter((name) => !offered.includes(name))).toEqual([])
})
