import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { stampedIn } from '../crud/base-columns.server.ts'
import { idNameOf } from '../crud/id-column.server.ts'
import { type RowJson, writableColumns } from '../list/row-json.server.ts'
import type { InverseChange } from './inverse-change.server.ts'
import { changedUnknown } from './unrecorded.server.ts'

/**
 * The columns of a whole row that say something about whether somebody changed it.
 * @param id the column of its id
 * @param sorted rows get another `sort_key` when others are moved
 */
export function telling(columns: ReadonlySet<string>, id: string, sorted: boolean): string[] {
  const untold = new Set([id, ...(sorted ? ['sort_key'] : []), ...stampedIn(columns)])
  return [...columns].filter((name) => !untold.has(name))
}

/**
 * The rows that are no longer as the change left them, with the name of the last user that changed them. A change that
 * was itself taken back does not count, because the current values decide. For an edited row, only changes of the same
 * fields count.
 * @param sorted whether the rows have an order by hand
 */
export async function changedSince(
  tx: Db,
  table: string,
  undoesId: number,
  inverses: readonly InverseChange[],
  sorted = true,
): Promise<Map<number, string>> {
  const operation = inverses[0]?.operation
  if (operation === undefined || operation === 'delete') return new Map()
  const byId = new Map(inverses.map((inverse) => [inverse.id, inverse]))
  const first = Math.min(...inverses.map((inverse) => inverse.lastChange))
  const { rows } = await tx.execute<{ id: number; change: number; by: string; fields: string[] }>(sql`
    select c.row_id as id, c.id as change, s.actor_name as by, array(select jsonb_object_keys(coalesce(c.after, '{}'))) as fields
    from change c join change_set s on s.id = c.change_set_id
    where c.table_name = ${table} and c.row_id = any (${sql.param([...byId.keys()])}::bigint[])
      and c.change_set_id <> ${undoesId} and c.id > ${first} order by c.id`)
  const touched = new Map<number, string>()
  for (const { id, change, by, fields } of rows) {
    const inverse = byId.get(Number(id))
    if (!inverse || Number(change) < inverse.lastChange) continue
    if (operation === 'insert' || fields.some((name) => Object.hasOwn(inverse.after ?? {}, name))) {
      touched.set(inverse.id, by)
    }
  }
  const left = inverses.filter(({ id }) => touched.has(id)).map(({ id, after }) => ({ id, values: after ?? {} }))
  const different = await differentNow(tx, table, left, operation === 'insert' ? { sorted } : undefined)
  const changed = new Map([...touched].filter(([id]) => different.has(id)))
  const counted = inverses.filter(({ lastChange }) => lastChange === 0).map(({ id }) => id)
  for (const id of await changedUnknown(tx, table, counted)) changed.set(id, '')
  return changed
}

/**
 * The rows that do not have these values now. Columns that the table no longer has do not count.
 * @param whole given when the values are those of whole rows
 */
async function differentNow(
  tx: Db,
  table: string,
  rows: readonly { id: number; values: RowJson }[],
  whole?: { sorted: boolean },
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const idName = await idNameOf(tx, table)
  const id = sql`t.${sql.identifier(idName)}`
  const writable = await writableColumns(tx, table)
  const own = whole ? telling(writable, idName, whole.sorted) : [...writable]
  const { rows: found } = await tx.execute<{ id: number }>(sql`
    select ${id} as id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as meant (id bigint, values jsonb)
      join ${tableAt(table)} t on ${id} = meant.id
    where exists (select 1 from jsonb_each(meant.values) e
      where e.key = any (${sql.param(own)}::text[]) and to_jsonb(t) -> e.key is distinct from e.value)`)
  return new Set(found.map((row) => Number(row.id)))
}

/** Those of the given rows that an undo of this change set has written, except where that undo was itself undone. */
export async function undoneRows(
  tx: Db,
  table: string,
  changeSetId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: number; by: number }>(sql`
    select c.row_id as id, max(s.id) as by from change_set s join change c on c.change_set_id = s.id
    where s.undoes_id = ${changeSetId} and c.table_name = ${table} and c.row_id = any (${sql.param(ids)}::bigint[])
    group by c.row_id`)
  const undone = new Set(rows.map((row) => Number(row.id)))
  for (const [by, ones] of Map.groupBy(rows, (row) => Number(row.by))) {
    const again = await undoneRows(
      tx,
      table,
      by,
      ones.map((row) => Number(row.id)),
    )
    for (const id of again) undone.delete(id)
  }
  return undone
}
