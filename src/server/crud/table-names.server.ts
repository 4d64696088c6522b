import { getTableName, type SQL, sql } from 'drizzle-orm'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { Resource } from './resource.server.ts'

/** What a table is called for people, and its rows. */
export type TableNames = {
  title(): string
  /** Key of its resource, where it has one. */
  resource?: string
  /** The name of a row as an expression over the table. */
  name?: SQL
  /** Which rows' names the actor may read; undefined for all. */
  visible?(actor: Actor): SQL | undefined
}

const profile = (table: string) => sql.raw(`(select a.username from account a where a.id = ${table}.account_id)`)

const known = new Map<string, TableNames>([
  ['admin_profile', { title: m.table_admin_profile, name: profile('admin_profile') }],
  ['member_profile', { title: m.table_member_profile, name: profile('member_profile') }],
])

/** For tables that are no resource of their own. */
export function nameTable(table: string, names: TableNames): void {
  known.set(table, names)
}

/** Called by the controller of each resource: whatever points to a row can then be told by name. */
export function nameResource(resource: Resource): void {
  const { description, table } = resource
  known.set(getTableName(table), {
    title: () => labelText(description.title),
    resource: description.key,
    name: sql`${resource.columns[description.rowTitle]}`,
    visible: (actor) => scope(actor, resource.scope),
  })
}

export function namesOf(table: string): TableNames {
  return known.get(table) ?? { title: m.table_other }
}
