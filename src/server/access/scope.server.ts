import { getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { organization } from '#src/db/organization.table.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
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
  | ((actor: Actor, elsewhere?: CompanionOrganization) => SQL | undefined)

/** The column of a companion with the organization, the row's id, and the companion's column that points to it. */
export type CompanionColumns = { column: PgColumn; of: PgColumn; by: PgColumn }

/**
 * For rows that are not stored, under the name of their table: the organization in their companion, as an expression.
 * A deleted row has it in the history, a future one where it comes from.
 */
export type CompanionOrganization = (columns: CompanionColumns) => SQL

/** Actors with the same key see the same rows, of all tables whose rule is no function. */
export function scopeKey({ id, super: all, scopes, orgId, orgPath, chosen, taught = [] }: Actor): string {
  if (all || scopes.has('all')) return 'all'
  return JSON.stringify([[...scopes].sort(), orgId, orgPath, chosen, taught, scopes.has('own') ? id : 0])
}

/**
 * The condition that limits a query to the rows that an actor may see. Undefined when there is no limit. The scopes of
 * several roles add up. Without any role, the actor sees no scoped row.
 */
export function scope(actor: Actor, rule: ScopeRule, elsewhere?: CompanionOrganization): SQL | undefined {
  if (typeof rule === 'function') return rule(actor, elsewhere)
  if (rule === 'unscoped' || actor.super) return undefined
  const rows = scopedRows(rule, elsewhere)
  const parts: SQL[] = []
  for (const kind of actor.scopes) {
    const part = scopeKinds[kind](actor, rows)
    if (part === undefined) return undefined
    if (part !== false) parts.push(part)
  }
  return or(...parts) ?? sql`false`
}

/**
 * The condition for the rows that an actor sees by one kind of data scope alone; undefined for all of them, false for
 * none. A rule of another form knows no kinds.
 */
export function scopedBy(actor: Actor, rule: ScopeRule, kind: RoleScope): SQL | undefined | false {
  if (typeof rule === 'function' || rule === 'unscoped') return false
  return scopeKinds[kind](actor, scopedRows(rule, undefined))
}

function scopedRows(
  rule: Extract<ScopeRule, object> | 'organizations',
  elsewhere: CompanionOrganization | undefined,
): ScopedRows {
  if (rule === 'organizations') return { among: (condition) => condition, owner: organization.createBy }
  if (typeof rule === 'function') throw new Error('a function has no kinds of scope')
  const { organization: column, of, by } = rule
  const inside = (value: SQL | PgColumn, condition: SQL) =>
    sql`${value} in (select ${organization.id} from ${organization} where ${condition})`
  if (!of || !by) return { among: (condition) => inside(column, condition), owner: ownerIn(column) }
  const value = elsewhere?.({ column, of, by })
  return {
    among: (condition) =>
      value
        ? inside(value, condition)
        : sql`${of} in (select ${by} from ${by.table} where ${inside(column, condition)})`,
    owner: ownerIn(of),
  }
}

/** The column of a table with the account that made the row, if it has one. */
function ownerIn({ table }: PgColumn): PgColumn | undefined {
  // Seam: Drizzle's type of a column's table says less than the table is.
  return getTableColumns(table as PgTable).createBy
}
