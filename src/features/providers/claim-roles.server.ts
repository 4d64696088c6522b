import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { account, accountRole } from '#src/db/identity.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
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
  provider: ProviderRow,
  accountId: number,
  values: readonly string[],
): Promise<void> {
  // Most sign-ins change nothing, and then nothing is locked.
  const expected = await changesOf(db, provider, accountId, values)
  if (expected.gone.length + expected.fresh.length === 0) return
  await guardedWrite(db, author, 'save', async (tx) => {
    await lockRights(tx)
    const one = { id: account.id, version: account.version }
    const [row] = await tx.select(one).from(account).where(eq(account.id, accountId)).for('update')
    if (!row) return
    const { gone, fresh } = await changesOf(tx, provider, accountId, values)
    if (gone.length > 0)
      await tx.delete(accountRole).where(and(eq(accountRole.accountId, accountId), inArray(accountRole.roleId, gone)))
    if (fresh.length > 0)
      await tx.insert(accountRole).values(fresh.map((roleId) => ({ accountId, roleId, providerId: provider.id })))
    if (gone.length + fresh.length > 0) await touchRows(tx, account, [row])
  })
}

/** The roles that an account gets by its claims, and those that it loses. */
async function changesOf(db: Db, provider: ProviderRow, accountId: number, values: readonly string[]) {
  const mapped = provider.roleMap.filter(({ value }) => values.includes(value)).map(({ roleId }) => roleId)
  const [one] = await db.select({ super: account.super }).from(account).where(eq(account.id, accountId))
  const wanted = one && !one.super ? await grantableNow(db, provider, mapped) : []
  const held = await db
    .select({ roleId: accountRole.roleId, providerId: accountRole.providerId })
    .from(accountRole)
    .where(eq(accountRole.accountId, accountId))
  return {
    gone: held.flatMap(({ roleId, providerId }) =>
      providerId === provider.id && !wanted.includes(roleId) ? [roleId] : [],
    ),
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
