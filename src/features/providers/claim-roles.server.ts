import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { externalIdentity } from '#src/db/external-identity.table.server.ts'
import { account, accountRole } from '#src/db/identity.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { mayGrant, roleGrants } from '#src/server/access/authority.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { touchRows } from '#src/server/write/put-rows.server.ts'
import type { ProviderRow } from './provider.schema.ts'

/**
 * Gives an account the roles that its claims name now, and takes away those that earlier claims have given. Roles that
 * people gave stay as they are. Super administrators get nothing, since they have everything.
 * @param values what the claim says
 */
export async function takeClaimedRoles(
  db: Database,
  author: Author,
  row: ProviderRow,
  accountId: number,
  values: readonly string[],
): Promise<void> {
  // Most sign-ins change nothing, and then nothing is locked.
  const expected = await changesOf(db, row, accountId, values)
  if (expected.gone.length + expected.fresh.length === 0) return
  await guardedWrite(db, author, 'save', async (tx) => {
    await lockRights(tx)
    const one = { id: account.id, version: account.version }
    const [held] = await tx.select(one).from(account).where(eq(account.id, accountId)).for('update')
    if (!held) return
    const { gone, fresh } = await changesOf(tx, row, accountId, values)
    if (gone.length > 0)
      await tx.delete(accountRole).where(and(eq(accountRole.accountId, accountId), inArray(accountRole.roleId, gone)))
    if (fresh.length > 0)
      await tx.insert(accountRole).values(fresh.map((roleId) => ({ accountId, roleId, providerId: row.id })))
    if (gone.length + fresh.length > 0) await touchRows(tx, account, [held])
  })
}

/**
 * Takes away the roles that claims of a provider have given to an account that has no identity there any more: no later
 * sign-in could take them away.
 */
export async function dropUnlinkedRoles(db: Database, author: Author, accountId: number): Promise<void> {
  const loose = and(
    eq(accountRole.accountId, accountId),
    sql`exists (select from ${provider} where ${provider.id} = ${accountRole.providerId} and not exists (
      select from ${externalIdentity} where ${externalIdentity.accountId} = ${accountId}
        and ${externalIdentity.issuer} = ${provider.issuer}))`,
  )
  const [expected] = await db
    .select({ name: provider.name })
    .from(accountRole)
    .innerJoin(provider, eq(provider.id, accountRole.providerId))
    .where(loose)
    .limit(1)
  if (!expected) return
  // Nobody takes their own roles away, so it is the provider that does.
  const name = m.provider_author({ name: expected.name })
  await guardedWrite(db, { ...author, id: null, name }, 'save', async (tx) => {
    await lockRights(tx)
    const one = { id: account.id, version: account.version }
    const [row] = await tx.select(one).from(account).where(eq(account.id, accountId)).for('update')
    const gone = row ? await tx.delete(accountRole).where(loose).returning({ id: accountRole.roleId }) : []
    if (row && gone.length > 0) await touchRows(tx, account, [row])
  })
}

/** The roles that an account gets by its claims, and those that it loses. */
async function changesOf(db: Db, one: ProviderRow, accountId: number, values: readonly string[]) {
  const mapped = one.roleMap.filter(({ value }) => values.includes(value)).map(({ roleId }) => roleId)
  const [owner] = await db.select({ super: account.super }).from(account).where(eq(account.id, accountId))
  const wanted = owner && !owner.super ? await grantableNow(db, one, mapped) : []
  const held = await db
    .select({ roleId: accountRole.roleId, providerId: accountRole.providerId })
    .from(accountRole)
    .where(eq(accountRole.accountId, accountId))
  return {
    gone: held.flatMap(({ roleId, providerId }) => (providerId === one.id && !wanted.includes(roleId) ? [roleId] : [])),
    fresh: wanted.filter((id) => !held.some(({ roleId }) => roleId === id)),
  }
}

/** The roles among these that whoever configured the provider could grant now. */
export async function grantableNow(
  tx: Db,
  { configuredBy }: Pick<ProviderRow, 'configuredBy'>,
  roleIds: readonly number[],
): Promise<number[]> {
  if (configuredBy === null || roleIds.length === 0) return []
  const granter = await authorityOf(tx, { id: configuredBy })
  const grants = await roleGrants(tx, roleIds)
  return [...grants.values()].filter((grant) => mayGrant(granter, grant)).map(({ id }) => id)
}

/** No rights change between a check and the commit: `guardIdentity` takes the same lock. */
export async function lockRights(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity'))`)
}
