import { type SQL, sql } from 'drizzle-orm'
import { nameOfTable } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Label } from '#src/resource/description.ts'
import { pluralLabel } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { columnsOf, type Resource } from './resource.server.ts'

/** The name of a table, in the plural, and the names of its rows, for messages. */
export type TableNames = {
  title: Label
  /** Key of the table's resource, if there is one. */
  resource?: string
  /** Menu path of that resource, or of the page where the rows are. */
  menu?: string
  /** The name of a row as an SQL expression over the table. */
  name?: SQL
  /** What people call a row with this name. By default its name. */
  words?(name: string): string
  /** The condition for rows whose names the actor may read. Undefined for all rows. */
  visible?(actor: Actor): SQL | undefined
}

const profile = (table: string) => sql.raw(`(select a.username from account a where a.id = ${table}.account_id)`)

const known = new Map<string, TableNames>([
  ['admin_profile', { title: m.table_admin_profile, name: profile('admin_profile') }],
  ['member_profile', { title: m.table_member_profile, name: profile('member_profile') }],
])

/** The tables that were named by a resource which the database stores. It may go while the process runs. */
const stored = new Set<string>()

/** Sets the names of a table that is not a resource of its own. */
export function nameTable(table: string, names: TableNames): void {
  known.set(table, names)
}

/** Names the table of a runtime resource anew, because its screen may be another one by now. */
export function nameStored(resource: Resource): void {
  forgetStored(resource.tableName)
  if (!known.has(resource.tableName)) stored.add(resource.tableName)
  nameResource(resource)
}

/** Forgets the names that a runtime resource gave to its table. Without it, the table may lack the columns. */
export function forgetStored(table: string): void {
  if (stored.delete(table)) known.delete(table)
}

/**
 * Sets the names of a resource's table, so that messages can name the rows that use another row. The controller of each
 * resource calls it.
 */
export function nameResource(resource: Resource): void {
  const { description, table } = resource
  // Of several resources with one table, the first one names it.
  const named = known.get(nameOfTable(table))?.resource
  if (named !== undefined && named !== description.key) return
  known.set(nameOfTable(table), {
    title: pluralLabel(description),
    resource: description.key,
    menu: description.menu,
    // A row that a computed field names is named by its expression: messages read the table itself.
    name:
      resource.computed?.[description.rowTitle]?.value(columnsOf(table)) ??
      sql`${resource.columns[description.rowTitle]}`,
    visible: (actor) => scope(actor, resource.scope),
  })
}

/** Whether a runtime resource stands on the table. */
export function isStored(table: string): boolean {
  return stored.has(table)
}

export function namesOf(table: string): TableNames {
  return known.get(table) ?? { title: m.table_other }
}
