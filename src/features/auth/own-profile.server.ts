import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { account, adminProfile, memberProfile } from '#src/db/identity.table.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError, stale } from '#src/server/errors.server.ts'
import type { ownMemberProfile, ownProfile } from './own-account.schema.ts'

/**
 * Saves the name and the signature of a user of the back office.
 * @throws AppError 409 when the account has changed since `version`
 */
export async function saveProfile(tx: Db, { id }: Actor, given: v.InferOutput<typeof ownProfile>) {
  await saveNickname(tx, id, given, profileOf)
  const { signature } = given
  if (signature !== undefined) await tx.update(adminProfile).set({ signature }).where(eq(adminProfile.accountId, id))
  return kept(await profileOf(tx, id))
}

/**
 * Saves what a member says of themselves.
 * @throws AppError 409 when the account has changed since `version`
 */
export async function saveMemberProfile(tx: Db, { id }: Actor, given: v.InferOutput<typeof ownMemberProfile>) {
  await saveNickname(tx, id, given, memberProfileOf)
  const { signature: motto, gender, birthday } = given
  const changed = {
    ...(motto === undefined ? {} : { motto }),
    ...(gender === undefined ? {} : { gender }),
    ...(birthday === undefined ? {} : { birthday }),
  }
  if (Object.keys(changed).length > 0)
    await tx.update(memberProfile).set(changed).where(eq(memberProfile.accountId, id))
  return kept(await memberProfileOf(tx, id))
}

type Named = { version?: number | undefined; nickname: string }

/** The version of the account stands for its profile too. */
async function saveNickname(
  tx: Db,
  id: number,
  { version, nickname }: Named,
  current: (tx: Db, id: number) => Promise<Record<string, unknown> | undefined>,
): Promise<void> {
  const unchanged = version === undefined ? sql`true` : eq(account.version, version)
  const saved = await tx
    .update(account)
    .set({ nickname })
    .where(and(eq(account.id, id), unchanged))
    .returning({ id: account.id })
  if (saved.length > 0) return
  const found = await current(tx, id)
  throw found ? stale(found) : new AppError(401)
}

/** @throws AppError 401 for an account that is gone */
function kept<T>(row: T | undefined): T {
  if (!row) throw new AppError(401)
  return row
}

async function profileOf(tx: Db, id: number) {
  const [stored] = await tx
    .select({
      version: account.version,
      nickname: account.nickname,
      signature: sql<string>`coalesce(${adminProfile.signature}, '')`,
    })
    .from(account)
    .leftJoin(adminProfile, eq(adminProfile.accountId, account.id))
    .where(eq(account.id, id))
  return stored
}

async function memberProfileOf(tx: Db, id: number) {
  const [stored] = await tx
    .select({
      version: account.version,
      nickname: account.nickname,
      signature: sql<string>`coalesce(${memberProfile.motto}, '')`,
      gender: sql<number>`coalesce(${memberProfile.gender}, 0)`,
      birthday: memberProfile.birthday,
    })
    .from(account)
    .leftJoin(memberProfile, eq(memberProfile.accountId, account.id))
    .where(eq(account.id, id))
  return stored
}
