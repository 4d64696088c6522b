import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { stampedIn } from '../crud/base-columns.server.ts'
import { idNameOf } from '../crud/id-column.server.ts'
import { type RowJson, writableColumns } from '../list/row-json.server.ts'

/** A row's id with the column values to write. */
export type Given = { id: number; values: RowJson }

/** Deletes rows by id. */
export async function removeRows(tx: Db, table: string, ids: readonly number[]): Promise<void> {
  const id = sql.identifier(await idNameOf(tx, table))
  await tx.execute(sql`delete from ${tableAt(table)} where ${id} = any (${sql.param(ids)}::bigint[])`)
}

/** Inserts deleted rows again, with their ids, authors and creation times. */
export async function insertRows(tx: Db, table: string, rows: readonly Given[]): Promise<void> {
  const writable = await writableColumns(tx, table)
  await tx.execute(sql`select set_config('app.restoring', 'on', true)`)
  for (const [names, group] of byColumns(rows, writable)) {
    const columns = sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )
    const json = JSON.stringify(group.map(({ values }) => values))
    await tx.execute(sql`insert into ${tableAt(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${tableAt(table)}, ${json}::jsonb)`)
  }
  await tx.execute(sql`select set_config('app.restoring', '', true)`)
  await markRestoring(tx)
}

/** Notes that the present change set has brought deleted rows back. The log of deletions finds them by that. */
export async function markRestoring(tx: Db): Promise<void> {
  await tx.execute(sql`update change_set set restores = true where id = (select current_change_set()) and not restores`)
}

/** Updates the given columns of rows. */
export async function updateRows(tx: Db, table: string, rows: readonly Given[]): Promise<void> {
  const writable = await writableColumns(tx, table)
  const idName = await idNameOf(tx, table)
  const ids = sql.identifier(idName)
  // The database itself always sets these.
  const always = stampedIn(writable).filter((name) => !/create_(by|time)$/.test(name))
  for (const [names, group] of byColumns(rows, writable, [...always, idName])) {
    if (names.length === 0) continue
    const set = sql.join(
      names.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`),
      sql`, `,
    )
    const json = JSON.stringify(group.map(({ id, values }) => ({ ...values, [idName]: id })))
    await tx.execute(sql`update ${tableAt(table)} t set ${set}
      from jsonb_populate_recordset(null::${tableAt(table)}, ${json}::jsonb) given where t.${ids} = given.${ids}`)
  }
}

/**
 * Groups rows by the columns that they have values for. A column added since then keeps its default. A column dropped
 * since then is left out.
 */
function byColumns(rows: readonly Given[], writable: ReadonlySet<string>, without: readonly string[] = []) {
  const usable = (values: RowJson) =>
    Object.keys(values).filter((name) => writable.has(name) && !without.includes(name))
  const groups = Map.groupBy(rows, ({ values }) => usable(values).sort().join())
  return [...groups].map(([, group]) => [usable(group[0]?.values ?? {}), group] as const)
}
