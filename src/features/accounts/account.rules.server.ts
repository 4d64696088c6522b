import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { adminProfile } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import {
  type AccountAuthority,
  authorities,
  authorityWith,
  isAbove,
  type RoleGrant,
  roleGrants,
} from '#src/server/access/authority.server.ts'
import { accountsAbove, authorityOf, isInReach } from '#src/server/access/rights.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type AskedAccount, lacksOfPassword } from './password-errors.server.ts'

/** What the rules need to know of the asked accounts, read once for all of them. */
type Known = {
  actor: AccountAuthority
  above: ReadonlyMap<number, string>
  stored: ReadonlyMap<number, AccountAuthority>
  depts: ReadonlyMap<number, number | null>
  paths: ReadonlyMap<number, string>
  grants: ReadonlyMap<number, RoleGrant>
}

/**
 * Who may write what of an account, with a message at its field. Every write is checked again before its commit
 * (`identity-guard.server.ts`); these rules are there so that forms, bulk edits and imports name the field and the row.
 */
export async function accountErrors(db: Db, asked: readonly AskedAccount[], actor: Actor): Promise<FieldErrors[]> {
  const known = await knownOf(db, asked, actor)
  const errors = asked.map((one) => errorsOf(one, known))
  for (const [at, one] of asked.entries()) {
    if (errors[at]?.password) continue
    const lacks = await lacksOfPassword(db, one, actor)
    if (lacks.length > 0) errors[at] = { ...errors[at], password: lacks }
  }
  return errors
}

/** Refuses the deletion of the own account, and of accounts with as many rights as one's own. @throws AppError 403 */
export async function refuseDeletion(db: Db, rows: readonly Row[], actor: Actor): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.includes(actor.id)) throw new AppError(403, m.error_selfDelete())
  await assertBelow(db, actor, ids)
}

/** Refuses to touch accounts that the actor may not change. One's own is not among them. @throws AppError 403 */
export async function assertBelow(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const one = await authorityOf(db, actor)
  for (const [, message] of await accountsAbove(db, one, ids)) throw new AppError(403, message)
  for (const [id, other] of await authorities(db, ids)) {
    if (id !== actor.id && !isInReach(one, other)) throw new AppError(403, m.error_outOfScope())
  }
}

async function knownOf(db: Db, asked: readonly AskedAccount[], actor: Actor): Promise<Known> {
  const one = await authorityOf(db, actor)
  const ids = asked.flatMap(({ row }) => row?.id ?? [])
  const stored = await authorities(db, ids)
  const profiles = await db
    .select({ id: adminProfile.accountId, deptId: adminProfile.deptId })
    .from(adminProfile)
    .where(anyOf(adminProfile.accountId, ids))
  const depts = new Map(profiles.map(({ id, deptId }) => [id, deptId]))
  const wanted = asked.flatMap(({ values }) => numberOf(values.deptId) ?? [])
  const places = await db
    .select({ id: organization.id, path: organization.path })
    .from(organization)
    .where(anyOf(organization.id, wanted))
  const roles = [
    ...asked.flatMap(({ values }) => numbersOf(values.roleIds) ?? []),
    ...[...stored.values()].flatMap(({ roles }) => roles),
  ]
  return {
    actor: one,
    above: await accountsAbove(db, one, ids),
    stored,
    depts,
    paths: new Map(places.map(({ id, path }) => [id, path])),
    grants: await roleGrants(db, roles),
  }
}

function errorsOf({ values, row }: AskedAccount, known: Known): FieldErrors {
  const { actor } = known
  const stored = row && known.stored.get(row.id)
  if (row && stored?.id === actor.id) return ownErrors(values, stored, known)
  if (actor.super) return {}
  const [first = 'username'] = Object.keys(values)
  if (stored) {
    const above = known.above.get(stored.id)
    if (above !== undefined) return { [first]: [above] }
    if (!isInReach(actor, stored)) return { [first]: [m.error_outOfScope()] }
  }
  if (stored && !('deptId' in values) && !('roleIds' in values)) return {}
  return grantErrors(values, stored, known)
}

/** What would the account be afterwards: nobody makes equals or superiors, or puts accounts out of their own sight. */
function grantErrors(values: AskedAccount['values'], stored: AccountAuthority | undefined, known: Known): FieldErrors {
  const deptId = numberOf(values.deptId)
  const orgPath = 'deptId' in values || !stored ? pathOf(known, deptId) : stored.orgPath
  if (!isInReach(known.actor, { orgPath })) return { deptId: [m.error_outOfScope()] }
  const ids = numbersOf(values.roleIds) ?? stored?.roles ?? []
  const roles = ids.flatMap((id) => known.grants.get(id) ?? [])
  const next = authorityWith({ roles, super: stored?.super ?? false }, orgPath, stored?.taught ?? [])
  if (isAbove(known.actor, next)) return {}
  const name = String(values.nickname || values.username || stored?.title || '')
  return { ['roleIds' in values ? 'roleIds' : 'deptId']: [m.error_grantMore({ name })] }
}

/** People keep their own account running, and others decide on their rights. */
function ownErrors(values: AskedAccount['values'], stored: AccountAuthority, { actor, depts }: Known): FieldErrors {
  const errors: FieldErrors = {}
  if ('status' in values && values.status !== 1) errors.status = [m.error_selfLock()]
  if (typeof values.password === 'string' && values.password !== '') errors.password = [m.error_selfPassword()]
  if (actor.super && 'super' in values && !Number(values.super)) errors.super = [m.error_selfRights()]
  if (actor.super) return errors
  if ('deptId' in values && numberOf(values.deptId) !== (depts.get(stored.id) ?? undefined))
    errors.deptId = [m.error_selfRights()]
  const roles = numbersOf(values.roleIds)
  if (roles && sorted(roles) !== sorted(stored.roles)) errors.roleIds = [m.error_selfRights()]
  return errors
}

function pathOf({ paths }: Known, id: number | undefined): string | null {
  return id === undefined ? null : (paths.get(id) ?? null)
}

function sorted(ids: readonly number[]): string {
  return ids.toSorted((one, other) => one - other).join()
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function numbersOf(value: unknown): number[] | undefined {
  return Array.isArray(value) ? value.map(Number) : undefined
}
