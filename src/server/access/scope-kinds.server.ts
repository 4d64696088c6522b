import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Actor } from './actor.server.ts'

/** How a table's rows are found by their organization and by who has made them. */
export type ScopedRows = {
  /** The condition that the row belongs to one of these organizations, which a condition on `organization` selects. */
  among(organizations: SQL): SQL
  /** The column with the account that made the row. The rows of a log have none. */
  owner: PgColumn | undefined
}

/** One kind of data scope: the condition for the rows that it lets the actor see, undefined for all, false for none. */
type ScopeKind = (actor: Actor, rows: ScopedRows) => SQL | undefined | false

/**
 * Every kind of data scope. A new kind is an entry here, its name in `role-scope.ts`, and its text in
 * `role.schema.ts`.
 */
export const scopeKinds: Record<RoleScope, ScopeKind> = {
  all: () => undefined,
  orgBelow: ({ orgPath }, rows) => orgPath !== null && rows.among(onOrBelow(orgPath)),
  org: ({ orgId }, rows) => orgId !== null && rows.among(eq(organization.id, orgId)),
  // Each of the organizations counts with all below it, wherever they are in the tree by now.
  chosen: ({ chosen }, rows) => chosen.length > 0 && rows.among(sql`${organization.id} in ${withAllBelow(chosen)}`),
  teaching: ({ taught = [] }, rows) => taught.length > 0 && rows.among(anyOf(organization.id, taught)),
  own: ({ id }, { owner }) => owner !== undefined && eq(owner, id),
}

/**
 * The condition on `organization` that it has this path or is below it. A path ends with `/`, so those below lie before
 * its `0`. A range, because Postgres plans `like $1` anew for each request: only a value shows that the index serves.
 */
export function onOrBelow(path: string): SQL {
  return sql`(${organization.path} >= ${path} and ${organization.path} < ${`${path.slice(0, -1)}0`})`
}

/** The ids of these organizations and of all below them, by the same range. */
function withAllBelow(ids: readonly number[]): SQL {
  return sql`(select below.id from organization top join organization below
    on below.path >= top.path and below.path < rtrim(top.path, '/') || '0'
    where top.id = any (${sql.param(ids)}::bigint[]))`
}
