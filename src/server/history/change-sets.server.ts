import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { findResourceOfTable } from '../crud/resource-registry.server.ts'
import { withOwners } from './owned.server.ts'
import { ownerTable } from './undo-owned.server.ts'

/** `count`: the rows that a change set wrote. `undoable`: false when an undo is refused whatever the rows are now. */
export type SetFacts = { count: number; undoable: boolean }

/** What a row's history says about the change sets of its entries. */
export async function factsOfSets(
  db: Db,
  entries: readonly { set_id: number; kind: string }[],
): Promise<Map<number, SetFacts>> {
  const facts = new Map<number, SetFacts>()
  // What the product brought along is never taken back, and nobody has to know how much that was.
  const asked = [...new Set(entries.filter(({ kind }) => kind !== 'seed').map((entry) => entry.set_id))]
  if (asked.length === 0) return facts
  const { rows } = await db.execute<{ set: number; table: string; count: number }>(sql`
    select change_set_id as set, table_name as table, count(distinct row_id)::int as count from change
    where change_set_id = any (${sql.param(asked)}::bigint[]) group by change_set_id, table_name`)
  for (const [set, ofSet] of Map.groupBy(rows, (row) => row.set)) {
    facts.set(set, await factsOfSet(db, Number(set), ofSet))
  }
  return facts
}

async function factsOfSet(db: Db, set: number, tables: readonly { table: string; count: number }[]): Promise<SetFacts> {
  const own = await Promise.all(tables.map(async (one) => (await findResourceOfTable(db, one.table)) && one))
  const known = own.filter((one) => one !== undefined)
  const names = new Set(tables.map(({ table }) => table))
  const others = tables
    .filter((one) => !known.includes(one) && !names.has(ownerTable(one.table) ?? ''))
    .map(({ table }) => table)
  const count = known.reduce((sum, one) => sum + one.count, 0)
  if (others.length === 0) return { count, undoable: true }
  // Rows of other tables can be taken back only together with their owners.
  const owned = await withOwners(
    db,
    set,
    tables.map(({ table }) => table),
  )
  const rows = tables.filter(({ table }) => others.includes(table)).reduce((sum, one) => sum + one.count, 0)
  const ofOthers = [...owned].filter((one) => others.includes(one.split(':')[0] ?? ''))
  return { count, undoable: ofOthers.length === rows }
}
