import { sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { ruleRelation } from '#src/features/rules/rule.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { type RoleScope, roleScopes } from '#src/lib/role-scope.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import {
  type AccountAuthority,
  isBelow,
  mayGrantScope,
  type RoleGrant,
  roleGrants,
} from '#src/server/access/authority.server.ts'
import { authorityOf, rolesAbove } from '#src/server/access/rights.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { limitErrors } from './role-limits.server.ts'

type Values = Readonly<Record<string, unknown>>
type Asked = { values: Values; row: Row | undefined }
type Errors = {
  ruleIds?: string[]
  scope?: string[]
  organizationIds?: string[]
  signInAddresses?: string[]
  signInHours?: string[]
}

/** The most permissions that a message names. */
const MOST_NAMED = 3

/** Refuses to change a role that the actor stands not above. @throws AppError 403 */
export async function refuseRole(db: Db, actor: Actor, id: number): Promise<void> {
  await refuseRoles(db, actor, [id])
}

/** Refuses to delete roles that the actor stands not above. @throws AppError 403 */
export async function refuseRoleDeletion(db: Db, rows: readonly Row[], actor: Actor): Promise<void> {
  await refuseRoles(
    db,
    actor,
    rows.map(({ id }) => id),
  )
}

async function refuseRoles(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  // A bulk edit asks for each of its rows.
  if (actor.super) return
  for (const [, message] of await rolesAbove(db, await authorityOf(db, actor), ids)) throw new AppError(403, message)
}

/** What is wrong with what a role would grant, at its fields: nobody grants more than they hold, or as much. */
export async function roleErrors(db: Db, values: Values, row: Row | undefined, actor: Actor): Promise<Errors> {
  const limits = await limitErrors(db, values, row, actor)
  if (actor.super || Object.keys(limits).length > 0) return limits
  const one = await authorityOf(db, actor)
  const [errors = {}] = await errorsOf(db, one, await grantsOf(db, [{ values, row }]))
  return errors
}

/** The same for the rows of an import, in which a role that the actor may not change is refused at its name. */
export async function rolesErrors(db: Db, asked: readonly Asked[], actor: Actor): Promise<FieldErrors[]> {
  const limits = await Promise.all(asked.map(({ values, row }) => limitErrors(db, values, row, actor)))
  if (actor.super) return limits.map((found) => ({ ...found }))
  const one = await authorityOf(db, actor)
  const ids = asked.flatMap(({ row }) => row?.id ?? [])
  const above = await rolesAbove(db, one, ids)
  const errors = await errorsOf(db, one, await grantsOf(db, asked))
  return asked.map(({ row }, at): FieldErrors => {
    const message = row && above.get(row.id)
    return message ? { name: [message] } : { ...errors[at], ...limits[at] }
  })
}

/** What each role would grant after the change. Values of owned tables are not in the rows of an import. */
async function grantsOf(db: Db, asked: readonly Asked[]): Promise<RoleGrant[]> {
  const stored = await roleGrants(
    db,
    asked.flatMap(({ row }) => row?.id ?? []),
  )
  const wanted = asked.flatMap(({ values }) => idsIn(values.organizationIds) ?? [])
  const paths = await pathsOf(db, wanted)
  return asked.map(({ values, row }) => {
    const was = row && stored.get(row.id)
    const rules = idsIn(values.ruleIds)
    const scope = scopeIn(values.scope) ?? was?.scope ?? 'own'
    const chosen = idsIn(values.organizationIds)?.flatMap((id) => paths.get(id) ?? []) ?? was?.chosen ?? []
    return {
      id: row?.id ?? 0,
      name: String(values.name ?? was?.name ?? ''),
      scope,
      rules: rules ? new Set(rules) : (was?.rules ?? new Set()),
      chosen: scope === 'chosen' ? chosen : [],
    }
  })
}

async function errorsOf(db: Db, one: AccountAuthority, grants: readonly RoleGrant[]): Promise<Errors[]> {
  const beyond = grants.map(({ rules }) => [...rules].filter((id) => !one.rules.has(id)))
  const titles = await ruleRelation.labels(db, [...new Set(beyond.flatMap((ids) => ids.slice(0, MOST_NAMED)))])
  return grants.map((grant, at): Errors => {
    const errors: Errors = {}
    const missing = beyond[at] ?? []
    if (missing.length > 0) errors.ruleIds = [beyondText(missing, titles)]
    if (!mayGrantScope(one, grant))
      errors[grant.scope === 'chosen' ? 'organizationIds' : 'scope'] = [m.role_scopeBeyond()]
    if (Object.keys(errors).length === 0 && !isBelow(grant, one)) errors.ruleIds = [m.role_asMuch()]
    return errors
  })
}

function beyondText(ids: readonly number[], titles: Readonly<Record<string, string>>): string {
  const names = ids.slice(0, MOST_NAMED).map((id) => titles[id] ?? `#${id}`)
  const more = ids.length - names.length
  const list = names.join(m.crud_listSeparator())
  return more > 0 ? m.role_rulesBeyondMore({ names: list, count: more }) : m.role_rulesBeyond({ names: list })
}

async function pathsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: organization.id, path: sql<string>`${organization.path}` })
    .from(organization)
    .where(anyOf(organization.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, path }) => [id, path]))
}

function idsIn(value: unknown): number[] | undefined {
  return Array.isArray(value) ? value.map(Number) : undefined
}

function scopeIn(value: unknown): RoleScope | undefined {
  return roleScopes.find((scope) => scope === value)
}
