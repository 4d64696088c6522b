import { getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resources } from '#src/features/resources.server.ts'
import { startApi } from '../support/api.ts'

test('every unique constraint of a resource has a field, so that a value that is taken is told there', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute<{ table: string; name: string; columns: string[] }>(sql`
    select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
      -- Also the columns within expressions, as in lower(username).
      array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum > 0
        and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')) as columns
    from pg_index i where i.indisunique and not i.indisprimary and i.indrelid = any (${sql.param(
      resources.map(({ resource }) => getTableName(resource.table)),
    )}::regclass[]) order by 1, 2`)
  expect(rows.length).toBeGreaterThan(3)
  const wrong = resources.flatMap(({ resource }) => {
    const own = rows.filter(({ table }) => table === getTableName(resource.table))
    const fields = Object.entries(resource.uniqueFields ?? {})
    const unknown = fields.filter(
      ([name, field]) => !own.some((one) => one.name === name && one.columns.includes(resource.columnName(field))),
    )
    // The place of a row among the others is the product's business, not a value that a user gives.
    const given = own.filter(({ columns }) => !columns.includes('sort_key'))
    const missing = given.filter(({ name }) => !fields.some(([known]) => known === name))
    return [...unknown.map(([name]) => name), ...missing.map(({ name }) => name)].map((n) => `${resource.key}: ${n}`)
  })
  expect(wrong).toEqual([])
})
