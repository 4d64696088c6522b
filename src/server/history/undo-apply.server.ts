import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type RowJson, writableColumns } from '../list/row-json.server.ts'

/** Columns that the database sets itself, whatever is written. */
const STAMPS = ['version', 'update_by', 'update_time', 'path']

/** A row with the values that it gets. */
export type Given = { id: number; values: RowJson }

/** Deletes rows; returns those that were there. */
export async function removeRows(tx: Db, table: string, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(table)} where id = any (${sql.param(ids)}::bigint[])`)
}

/** Puts deleted rows back, with their ids, and who made them when. */
export async function insertRows(tx: Db, table: string, rows: readonly Given[]): Promise<void> {
  const writable = await writableColumns(tx, table)
  await tx.execute(sql`select set_config('app.restoring', 'on', true)`)
  for (const [names, group] of byColumns(rows, writable, ['path'])) {
    const columns = sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )
    const json = JSON.stringify(group.map(({ values }) => values))
    await tx.execute(sql`insert into ${sql.identifier(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${json}::jsonb)`)
  }
  await tx.execute(sql`select set_config('app.restoring', '', true)`)
}

/** Gives rows the values of some of their columns. */
export async function updateRows(tx: Db, table: string, rows: readonly Given[]): Promise<void> {
  const writable = await writableColumns(tx, table)
  for (const [names, group] of byColumns(rows, writable, [...STAMPS, 'id'])) {
    if (names.length === 0) continue
    const set = sql.join(
      names.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`),
      sql`, `,
    )
    const json = JSON.stringify(group.map(({ id, values }) => ({ ...values, id })))
    await tx.execute(sql`update ${sql.identifier(table)} t set ${set}
      from jsonb_populate_recordset(null::${sql.identifier(table)}, ${json}::jsonb) given where t.id = given.id`)
  }
}

/** Rows by the columns that they have a value for: a column that has come since keeps its default, one that has gone is left out. */
function byColumns(rows: readonly Given[], writable: ReadonlySet<string>, without: readonly string[]) {
  const usable = (values: RowJson) =>
    Object.keys(values).filter((name) => writable.has(name) && !without.includes(name))
  const groups = Map.groupBy(rows, ({ values }) => usable(values).sort().join())
  return [...groups].map(([, group]) => [usable(group[0]?.values ?? {}), group] as const)
}
