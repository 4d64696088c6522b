import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { type CompanionColumns, scope } from '../access/scope.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { RowJson } from '../list/row-json.server.ts'

/** Parents that are deleted too are followed upwards, at most this far. A circle in the history ends here. */
const MOST_STEPS = 64

/**
 * The condition that the actor may see a row that no longer exists. The place counts that the row would get now: below
 * its parent, or in its organization, as they are today. Undefined when there is no limit.
 * @param id the row's id as an SQL expression
 * @param row its last state, as jsonb
 */
export function deletedVisible(resource: Resource, actor: Actor, { id, row }: { id: SQL; row: SQL }): SQL | undefined {
  const visible = scope(actor, resource.scope, lastOrganization)
  if (!visible) return undefined
  const [table, alias] = [tableAt(resource.tableName), sql.identifier(getTableName(resource.table))]
  if (resource.scope !== 'organizations') {
    return sql`exists (select from jsonb_populate_record(null::${table}, ${row}) as ${alias} where ${visible})`
  }
  return sql`exists (
    with recursive above (pid, steps) as (
      select (${row} ->> 'pid')::bigint, 0
      union all
      select (gone.before ->> 'pid')::bigint, above.steps + 1 from above cross join lateral (
        select before from change where table_name = ${resource.tableName} and row_id = above.pid and operation = 'delete'
        order by id desc limit 1) gone
      where above.steps < ${MOST_STEPS} and not exists (select from ${table} o where o.id = above.pid)
    )
    select from (
      select ${id} as id, p.path || ${id} || '/' as path, (${row} ->> 'create_by')::bigint as create_by
      from above join ${table} p on p.id = above.pid) as ${alias}
    where ${visible})`
}

/** A companion is deleted with its row, in one change set. The history has its last state. */
function lastOrganization({ column, of, by }: CompanionColumns): SQL {
  // Seam: Drizzle's type of a column's table says less than the table is.
  const [rows, companions] = [getTableName(of.table as PgTable), getTableName(by.table as PgTable)]
  return sql`(select (gone.before ->> ${columnName(column)})::bigint from change last
      join change gone on gone.change_set_id = last.change_set_id and gone.table_name = ${companions}
        and gone.operation = 'delete' and (gone.before ->> ${columnName(by)})::bigint = last.row_id
      where last.table_name = ${rows} and last.row_id = ${of} and last.operation = 'delete'
      order by last.id desc, gone.id desc limit 1)`
}

/** The ids of those deleted rows that the actor may see. */
export async function visibleDeleted(
  db: Db,
  resource: Resource,
  actor: Actor,
  rows: readonly { id: number; row: RowJson }[],
): Promise<Set<number>> {
  const visible = deletedVisible(resource, actor, { id: sql`g.id`, row: sql`g.row` })
  if (!visible || rows.length === 0) return new Set(rows.map(({ id }) => id))
  const found = await db.execute<{ id: number }>(sql`
    select g.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id bigint, row jsonb) where ${visible}`)
  return new Set(found.rows.map(({ id }) => Number(id)))
}
