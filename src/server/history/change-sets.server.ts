import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { findResourceOfTable } from '../crud/resource-registry.server.ts'
import { isFinal, type NetChange, undoNode } from './inverse-change.server.ts'
import { withOwners } from './owned.server.ts'
import { ownerTable } from './undo-owned.server.ts'
import { countedInserts } from './unrecorded.server.ts'

/** `count`: the rows that a change set wrote. `undoable`: false when an undo is refused whatever the rows are now. */
export type SetFacts = { count: number; undoable: boolean }

/** What a row's history says about the change sets of its entries. */
export async function factsOfSets(
  db: Db,
  entries: readonly { set_id: number; kind: string }[],
): Promise<Map<number, SetFacts>> {
  const facts = new Map<number, SetFacts>()
  // What the product brought along is never taken back, and nobody has to know how much that was.
  const asked = [...new Set(entries.filter(({ kind }) => !isFinal(kind)).map((entry) => entry.set_id))]
  if (asked.length === 0) return facts
  // A row that a change set has added and then changed counts as added. The same holds for a deleted one.
  const { rows } = await db.execute<TableFacts & { set: number }>(sql`
    select set, "table", array_agg(distinct operation) as operations, count(*)::int as count from (
      select change_set_id as set, table_name as table, coalesce(min(operation) filter (where operation <> 'update'), 'update')
        as operation
      from change where change_set_id = any (${sql.param(asked)}::bigint[]) group by change_set_id, table_name, row_id) of_rows
    group by set, "table"`)
  const counted = (await countedInserts(db, asked)).map(({ set, table, count }): TableFacts & { set: number } => ({
    set,
    table,
    operations: ['insert'],
    count,
  }))
  const all = [...rows.map((row) => ({ ...row, set: Number(row.set) })), ...counted]
  for (const [set, ofSet] of Map.groupBy(all, (row) => row.set)) {
    facts.set(set, await factsOfSet(db, Number(set), ofSet))
  }
  return facts
}

/** Whether a change set has changed what only steps of the product set. */
async function isStep(db: Db, set: number, { tableName, steps }: Resource): Promise<boolean> {
  if (!steps) return false
  const { rows } = await db.execute(sql`
    select from change where change_set_id = ${set} and table_name = ${tableName} and operation = 'update'
      and after ?| ${sql.param([...steps])}::text[] limit 1`)
  return rows.length > 0
}

type TableFacts = { table: string; operations: NetChange['operation'][]; count: number }

async function factsOfSet(db: Db, set: number, tables: readonly TableFacts[]): Promise<SetFacts> {
  const known: TableFacts[] = []
  const refused: string[] = []
  let steps = false
  for (const one of tables) {
    const found = await findResourceOfTable(db, one.table)
    if (!found) continue
    known.push(one)
    if (one.operations.includes('update') && (await isStep(db, set, found.resource))) steps = true
    // A ledger does not delete what was added to it.
    if (!one.operations.every((operation) => undoNode(found, operation))) refused.push(one.table)
  }
  const names = new Set(tables.map(({ table }) => table))
  const others = tables
    .filter((one) => !known.includes(one) && !names.has(ownerTable(one.table) ?? ''))
    .map(({ table }) => table)
  const count = known.reduce((sum, one) => sum + one.count, 0)
  if (steps) return { count, undoable: false }
  // Rows of these tables can be taken back only together with their owners.
  const dependent = [...others, ...refused]
  if (dependent.length === 0) return { count, undoable: true }
  const owned = await withOwners(
    db,
    set,
    tables.map(({ table }) => table),
  )
  const rows = tables.filter(({ table }) => dependent.includes(table)).reduce((sum, one) => sum + one.count, 0)
  const withThem = [...owned].filter((one) => dependent.includes(one.split(':')[0] ?? ''))
  return { count, undoable: withThem.length === rows }
}
