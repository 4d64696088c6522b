import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { account, accountRole, role } from '#src/db/identity.table.server.ts'
import {
  accountsNamed,
  accountsSeen,
  accountTitle,
  departmentPath,
} from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { mayGrant, roleGrants } from '#src/server/access/authority.server.ts'
import { accountsAbove, authorityOf } from '#src/server/access/rights.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { touchRows } from '#src/server/write/put-rows.server.ts'

/** The most accounts of one answer. A search finds the others. */
const MOST_HOLDERS = 100

/** An account gets a role until a time; null for good. */
export type Granting = { roleId: number; accountId: number; endTime: string | null }

/**
 * The accounts within the actor's data scope that have a role, those with the role in force first. `refusal` says why
 * the actor cannot change an account, `hidden` how many accounts have the role outside of the data scope.
 * @throws AppError 404
 */
export async function holdersOf(db: Db, actor: Actor, { id, quickSearch }: { id: number; quickSearch: string }) {
  const [named] = await db.select({ name: role.name }).from(role).where(eq(role.id, id))
  if (!named) throw new AppError(404, m.error_rowMissing())
  const ofRole = eq(accountRole.roleId, id)
  const found = accountsNamed(actor, quickSearch)
  const over = sql<boolean>`coalesce(${accountRole.endTime} <= now(), false)`
  const rows = await db
    .select({
      accountId: account.id,
      name: accountTitle,
      username: account.username,
      avatar: account.avatar,
      status: account.status,
      organization: departmentPath,
      endTime: accountRole.endTime,
      over,
    })
    .from(accountRole)
    .innerJoin(account, eq(account.id, accountRole.accountId))
    .where(and(ofRole, accountsSeen(actor), ...found))
    .orderBy(over, desc(account.status), asc(account.username))
    .limit(MOST_HOLDERS + 1)
  const [total, seen] = await Promise.all([countOf(db, ofRole), countOf(db, and(ofRole, accountsSeen(actor)))])
  const shown = rows.slice(0, MOST_HOLDERS)
  const one = await authorityOf(db, actor)
  const above = await accountsAbove(
    db,
    one,
    shown.map(({ accountId }) => accountId),
  )
  const grant = (await roleGrants(db, [id])).get(id)
  return {
    list: shown.map((row) => ({
      ...row,
      organization: row.organization ?? '',
      refusal: above.get(row.accountId) ?? (row.accountId === actor.id && !one.super ? m.error_selfRights() : null),
    })),
    more: rows.length > MOST_HOLDERS,
    total: seen,
    hidden: total - seen,
    mayGrant: grant !== undefined && mayGrant(one, grant),
  }
}

async function countOf(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(accountRole)
    .innerJoin(account, eq(account.id, accountRole.accountId))
    .where(condition)
  return row?.count ?? 0
}

/**
 * Gives an account a role, or changes until when it has it. The account must be below the actor and within the data
 * scope, and the actor must hold what the role grants.
 * @returns whether something changed
 * @throws AppError 403, 404, 422
 */
export async function grantRole(tx: Db, actor: Actor, { roleId, accountId, endTime }: Granting): Promise<boolean> {
  const one = await authorityOf(tx, actor)
  const grant = (await roleGrants(tx, [roleId])).get(roleId)
  if (!grant) throw new AppError(404, m.error_rowMissing())
  if (!mayGrant(one, grant)) throw new AppError(403, m.role_grantBeyond({ name: grant.name }))
  await refuseAccount(tx, actor, accountId)
  if (endTime !== null && new Date(endTime).getTime() <= Date.now()) throw invalid({ endTime: [m.role_endPast()] })
  const mine = and(eq(accountRole.accountId, accountId), eq(accountRole.roleId, roleId))
  const [was] = await tx.select({ endTime: accountRole.endTime }).from(accountRole).where(mine)
  const until = endTime === null ? null : new Date(endTime).toISOString()
  if (was && was.endTime === until) return false
  await touchAccount(tx, accountId)
  await tx
    .insert(accountRole)
    .values({ accountId, roleId, endTime: until })
    .onConflictDoUpdate({ target: [accountRole.accountId, accountRole.roleId], set: { endTime: until } })
  return true
}

/** Takes a role from an account. @throws AppError 404, 422 */
export async function revokeRole(tx: Db, actor: Actor, { roleId, accountId }: Omit<Granting, 'endTime'>) {
  await refuseAccount(tx, actor, accountId)
  await touchAccount(tx, accountId)
  const gone = await tx
    .delete(accountRole)
    .where(and(eq(accountRole.accountId, accountId), eq(accountRole.roleId, roleId)))
    .returning({ id: accountRole.id })
  if (gone.length === 0) throw new AppError(404, m.role_notHeld())
}

/** Refuses an account that the actor does not see or may not change. @throws AppError 422 */
async function refuseAccount(tx: Db, actor: Actor, accountId: number): Promise<void> {
  const seen = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(accountsSeen(actor), anyOf(account.id, [accountId])))
  if (seen.length === 0) throw invalid({ accountId: [m.rule_relation()] })
  const one = await authorityOf(tx, actor)
  if (accountId === actor.id && !one.super) throw invalid({ accountId: [m.error_selfRights()] })
  for (const [, message] of await accountsAbove(tx, one, [accountId])) throw invalid({ accountId: [message] })
}

/** The roles of an account belong to it: a change of them raises its version and is in its history. */
async function touchAccount(tx: Db, accountId: number): Promise<void> {
  const rows = await tx
    .select({ id: account.id, version: account.version })
    .from(account)
    .where(eq(account.id, accountId))
    .for('no key update')
  await touchRows(tx, account, rows)
}
