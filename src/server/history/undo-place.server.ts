import { sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { Given } from './undo-apply.server.ts'

/**
 * Finds places among the siblings for restored rows. When another row has taken the old place, the restored row goes
 * directly after it.
 */
export async function freePlaces(tx: Db, resource: Resource, rows: readonly Given[]): Promise<Given[]> {
  if (!resource.description.sortable || !rows.some(({ values }) => Object.hasOwn(values, 'sort_key'))) return [...rows]
  const table = tableAt(resource.tableName)
  const hasParent = resource.description.tree === true
  const placed: Given[] = []
  for (const row of rows) {
    const key = row.values.sort_key
    if (typeof key !== 'string') {
      placed.push(row)
      continue
    }
    const parent = hasParent ? sql`t.pid is not distinct from ${await parentOf(tx, resource, row)}::bigint` : sql`true`
    const { rows: near } = await tx.execute<{ id: number; key: string }>(sql`
      select t.id, t.sort_key as key from ${table} t where ${parent} and t.sort_key >= ${key} and t.id <> ${row.id} order by t.sort_key limit 2`)
    const taken = near[0]?.key === key
    placed.push(
      taken ? { ...row, values: { ...row.values, sort_key: generateKeyBetween(key, near[1]?.key ?? null) } } : row,
    )
  }
  return placed
}

/** The parent under which a row is restored: the one of the change, or else the row's current parent. */
async function parentOf(tx: Db, resource: Resource, { id, values }: Given): Promise<number | null> {
  if (Object.hasOwn(values, 'pid')) return typeof values.pid === 'number' ? values.pid : null
  const { rows } = await tx.execute<{ pid: number | null }>(sql`select pid from ${resource.table} where id = ${id}`)
  return rows[0]?.pid ?? null
}
