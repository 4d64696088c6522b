import { getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { organization } from '#src/db/organization.table.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Actor } from './actor.server.ts'
import { type ScopedRows, scopeKinds } from './scope-kinds.server.ts'

/**
 * How a table's rows belong to organizations: the table is the organization tree, a column names the organization, or
 * rows belong to none. The column may be in a companion table (`of`: the id of the row, `by`: the companion's column
 * that points to it). A function decides for each actor, also for a super administrator: it returns a condition over
 * the table's own columns, or undefined for all rows.
 */
export type ScopeRule =
  | 'organizations'
  | 'unscoped'
  | { readonly organization: PgColumn; readonly of?: PgColumn; readonly by?: PgColumn }
  | ((actor: Actor, state?: RowState) => SQL | undefined)

/** Whether the rows are stored, or are deleted rows in their last state, under the name of their table. */
export type RowState = 'stored' | 'deleted'

/** Actors with the same key see the same rows, of all tables whose rule is no function. */
export function scopeKey({ id, super: all, scopes, orgId, orgPath, chosen }: Actor): string {
  if (all || scopes.has('all')) return 'all'
  return JSON.stringify([[...scopes].sort(), orgId, orgPath, chosen, scopes.has('own') ? id : 0])
}

/**
 * The condition that limits a query to the rows that an actor may see. Undefined when there is no limit. The scopes of
 * several roles add up. Without any role, the actor sees no scoped row.
 */
export function scope(actor: Actor, rule: ScopeRule, state: RowState = 'stored'): SQL | undefined {
  if (typeof rule === 'function') return rule(actor, state)
  if (rule === 'unscoped' || actor.super) return undefined
  const rows = scopedRows(rule, state)
  const parts: SQL[] = []
  for (const kind of actor.scopes) {
    const part = scopeKinds[kind](actor, rows)
    if (part === undefined) return undefined
    if (part !== false) parts.push(part)
  }
  return or(...parts) ?? sql`false`
}

function scopedRows(rule: Extract<ScopeRule, object> | 'organizations', state: RowState): ScopedRows {
  if (rule === 'organizations') return { among: (condition) => condition, owner: organization.createBy }
  if (typeof rule === 'function') throw new Error('a function has no kinds of scope')
  const { organization: column, of, by } = rule
  const among = (condition: SQL) =>
    sql`${column} in (select ${organization.id} from ${organization} where ${condition})`
  if (!of || !by) return { among, owner: ownerIn(column) }
  if (state === 'deleted') return { among: (condition) => amongLast({ column, of, by }, condition), owner: ownerIn(of) }
  return {
    among: (condition) => sql`${of} in (select ${by} from ${by.table} where ${among(condition)})`,
    owner: ownerIn(of),
  }
}

type InCompanion = { column: PgColumn; of: PgColumn; by: PgColumn }

/** The companion of a deleted row was deleted with it. The history has its last state. */
function amongLast({ column, of, by }: InCompanion, condition: SQL): SQL {
  // Seam: Drizzle's type of a column's table says less than the table is.
  const [rows, companions] = [getTableName(of.table as PgTable), getTableName(by.table as PgTable)]
  return sql`(select (gone.before ->> ${columnName(column)})::bigint from change last
      join change gone on gone.change_set_id = last.change_set_id and gone.table_name = ${companions}
        and gone.operation = 'delete' and (gone.before ->> ${columnName(by)})::bigint = last.row_id
      where last.table_name = ${rows} and last.row_id = ${of} and last.operation = 'delete'
      order by last.id desc, gone.id desc limit 1) in (select ${organization.id} from ${organization} where ${condition})`
}

/** The column of a table with the account that made the row. @throws Error when the table has none */
function ownerIn({ table }: PgColumn): PgColumn {
  // Seam: Drizzle's type of a column's table says less than the table is.
  const { createBy } = getTableColumns(table as PgTable)
  if (!createBy) throw new Error('rows without an author cannot be scoped by it')
  return createBy
}
