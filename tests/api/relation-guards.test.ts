import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Description } from '#src/resource/description.ts'
import { registeredResource, registeredResources } from '#src/server/crud/resource-registry.server.ts'
import { startApi } from '../support/api.ts'

/** Reads the relations that the database protects: `subject.level_ids > educate_level` (column > target table). */
async function guarded(): Promise<Set<string>> {
  const { db } = await startApi()
  const { rows } = await db.execute<{ way: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname || ' > ' || c.confrelid::regclass as way
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) where c.contype = 'f'
    union all
    select args[1] || '.' || args[2] || ' > ' || told from (
      select t.tgrelid::regclass::text as told, string_to_array(encode(t.tgargs, 'escape'), '\\000') as args
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'protect_array_reference') protections`)
  return new Set(rows.map((row) => row.way))
}

/** Relations that record the past and keep the number of a row that is deleted. */
const recorded = [
  'attachment.organization_id > organization',
  // Lines of the history, and a hold that outlives the account.
  'recycle_line.actor_id > account',
  'sensitive_line.actor_id > account',
  'legal_hold.account_id > account',
]

test('what a relation points to cannot be deleted while it does', async () => {
  const known = await guarded()
  const wanted = registeredResources().flatMap(({ resource }) => {
    const { fields }: Description = resource.description
    return fields.flatMap((field) => {
      const target = field.type === 'relation' && registeredResource(field.resource)
      const column = resource.columnNames.get(field.name)
      if (!target || !column) return []
      return `${resource.tableName}.${column} > ${target.resource.tableName}`
    })
  })
  expect(wanted).toContain('subject.level_ids > educate_level')
  expect(wanted.filter((way) => !known.has(way))).toEqual(recorded)
})
