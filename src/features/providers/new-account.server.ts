import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account, accountRole, adminProfile } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountPattern } from '#src/lib/account-pattern.ts'
import { fitsRule } from '#src/lib/rules.ts'
import { can } from '#src/resource/registry.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { authorityOf, isInReach } from '#src/server/access/rights.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { grantableNow, lockRights } from './claim-roles.server.ts'
import { accountNameFrom } from './claims.ts'
import { insertIdentity, type ProviderPerson } from './identity.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { authorFor } from './provider-row.server.ts'

/** A free account name for a person, made of what the provider calls them. They may choose another one. */
export async function freeAccountName(db: Db, { username, mail, subject }: ProviderPerson): Promise<string> {
  const base = accountNameFrom(username || mail || subject)
  for (let number = 1; number < 1000; number++) {
    const name = number === 1 ? base : `${base.slice(0, 15 - String(number).length)}${number}`
    if (await isFree(db, name)) return name
  }
  return ''
}

async function isFree(db: Db, username: string): Promise<boolean> {
  const same = and(eq(account.kind, 'admin'), eq(sql`lower(${account.username})`, username.toLowerCase()))
  return (await db.select({ id: account.id }).from(account).where(same)).length === 0
}

/**
 * Whether a sign-in with this provider may create accounts: the configuration says so, and whoever configured it may
 * still add accounts to that organization.
 */
export async function mayCreate(db: Db, { side, createAccounts, configuredBy, deptId }: ProviderRow): Promise<boolean> {
  if (side !== 'admin' || createAccounts !== 1 || configuredBy === null || deptId === null) return false
  const author = await findActorById(db, configuredBy)
  if (!author || !can(author, 'user-role/user/add')) return false
  const { rows } = await db.execute<{ path: string }>(sql`select path from organization where id = ${deptId}`)
  return isInReach(await authorityOf(db, { id: configuredBy }), { orgPath: rows[0]?.path ?? null })
}

/**
 * Creates the back-office account of a person at a provider, without a password, and links their identity.
 * @throws AppError 422 when the name is taken, 403 when accounts are not created any more
 */
export async function createFor(
  c: ApiContext,
  row: ProviderRow,
  person: ProviderPerson,
  chosen: { username: string; name: string },
): Promise<number> {
  const { db } = c.get('deps')
  const { username, name } = chosen
  if (!accountPattern.test(username)) throw invalid({ username: [m.rule_account()] })
  if (!fitsRule('name', name)) throw invalid({ name: [m.rule_name()] })
  return guardedWrite(db, authorFor(c, row), 'save', async (tx) => {
    await lockRights(tx)
    if (!(await mayCreate(tx, row))) throw new AppError(403, m.provider_createOff())
    const email = person.mailVerified && fitsRule('email', person.mail) ? person.mail.slice(0, 100) : ''
    const [added] = await tx
      .insert(account)
      .values({ kind: 'admin', username, name, nickname: name, email })
      .onConflictDoNothing()
      .returning({ id: account.id })
    if (!added) throw invalid({ username: [m.provider_nameTaken()] })
    await tx.insert(adminProfile).values({ accountId: added.id, deptId: row.deptId })
    const roleIds = await grantableNow(tx, row, row.roleIds)
    if (roleIds.length > 0)
      await tx.insert(accountRole).values(roleIds.map((roleId) => ({ accountId: added.id, roleId })))
    await insertIdentity(tx, row, added.id, person)
    return added.id
  })
}
