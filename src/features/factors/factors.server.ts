import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { passkey, recoveryCode, totpFactor } from '#src/db/factor.table.server.ts'
import type { Side } from '#src/lib/side.ts'
import { notify } from '#src/server/notices/notify.server.ts'

/** The second factors of an account, without what is secret of them. */
export async function factorsOf(db: Db, accountId: number) {
  const [totp] = await db
    .select({ since: totpFactor.confirmTime })
    .from(totpFactor)
    .where(eq(totpFactor.accountId, accountId))
  const { id, name, createTime, lastUseTime, synced } = passkey
  const passkeys = await db
    .select({ id, name, createTime, lastUseTime, synced })
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .orderBy(asc(passkey.id))
  const [codes] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCode)
    .where(eq(recoveryCode.accountId, accountId))
  return {
    totp: totp?.since ?? null,
    passkeys,
    recoveryCodes: codes?.count ?? 0,
  }
}

export async function hasFactor(db: Db, accountId: number): Promise<boolean> {
  const { totp, passkeys } = await factorsOf(db, accountId)
  return totp !== null || passkeys.length > 0
}

/** Removes all second factors of an account. @returns whether it had one */
export async function removeFactors(tx: Db, accountId: number): Promise<boolean> {
  const had = await hasFactor(tx, accountId)
  await tx.delete(totpFactor).where(eq(totpFactor.accountId, accountId))
  await tx.delete(passkey).where(eq(passkey.accountId, accountId))
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  return had
}

/** Without a factor, nobody is asked for one, and recovery codes lead nowhere. */
export async function dropLoneCodes(tx: Db, accountId: number): Promise<void> {
  if (!(await hasFactor(tx, accountId))) await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
}

export type FactorChange = { accountId: number; factor: 'totp' | 'passkey' | 'recovery' | 'all'; added: boolean }

/** Records that an account's factors have changed, and by whom; never what they are. */
export async function recordFactor(tx: Db, { accountId, factor, added }: FactorChange): Promise<void> {
  await tx.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before, after)
    values (current_change_set(), 'credential', ${accountId}, 'update',
      jsonb_build_object('factor', ${added ? null : factor}::text), jsonb_build_object('factor', ${added ? factor : null}::text))`)
}

const PLACE: Record<Side, string> = { admin: '/admin/routine/adminInfo', user: '/user/account/profile' }

/** Tells an account that a factor was added or removed, whoever has done it. */
export async function tellFactor(
  tx: Db,
  secret: string,
  { side, address, ...change }: FactorChange & { side: Side; address: string },
): Promise<void> {
  const { accountId, factor, added } = change
  await notify(tx, secret, { accountId, kind: 'factor', data: { factor, added, address }, link: PLACE[side] })
}
