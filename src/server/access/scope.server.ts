import { eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { organization } from '#src/db/organization.table.server.ts'
import type { Actor } from './actor.server.ts'

/**
 * How a table's rows belong to organizations: the table is the organization tree, a column names the organization, or
 * rows belong to none. A function decides for each actor, also for a super administrator: it returns a condition over
 * the table's own columns, or undefined for all rows.
 */
export type ScopeRule =
  | 'organizations'
  | 'unscoped'
  | { readonly organization: PgColumn }
  | ((actor: Actor) => SQL | undefined)

/** Actors with the same key see the same rows, of all tables whose rule is no function. */
export function scopeKey({ super: all, scopes, orgId, orgPath }: Actor): string {
  return all || scopes.has('all') ? 'all' : JSON.stringify([[...scopes].sort(), orgId, orgPath])
}

/**
 * The condition that limits a query to the rows that an actor may see. Undefined when there is no limit. The scopes of
 * several roles add up. Without any role, the actor sees no scoped row.
 */
export function scope(actor: Actor, rule: ScopeRule): SQL | undefined {
  if (typeof rule === 'function') return rule(actor)
  if (rule === 'unscoped' || actor.super || actor.scopes.has('all')) return undefined
  if (actor.orgId === null || actor.orgPath === null) return sql`false`
  const parts: SQL[] = []
  if (actor.scopes.has('orgBelow')) {
    const below = like(organization.path, `${actor.orgPath}%`)
    parts.push(
      rule === 'organizations'
        ? below
        : sql`${rule.organization} in (select ${organization.id} from ${organization} where ${below})`,
    )
  }
  if (actor.scopes.has('org'))
    parts.push(eq(rule === 'organizations' ? organization.id : rule.organization, actor.orgId))
  return or(...parts) ?? sql`false`
}
