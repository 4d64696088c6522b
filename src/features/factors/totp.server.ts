import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#src/db/client.server.ts'
import { totpFactor } from '#src/db/factor.table.server.ts'
import { seal, unseal } from '#src/server/seal.server.ts'

const PERIOD = 30
const PURPOSE = 'totp'

function generator(secret: Secret, names: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD })
}

type Begun = { secret: string; uri: string }

/** Makes a new secret for an authenticator app. It is no factor before a code confirms it. */
export async function beginTotp(
  db: Db,
  key: string,
  accountId: number,
  names: { issuer: string; label: string },
): Promise<Begun | undefined> {
  const secret = new Secret({ size: 20 })
  const sealedSecret = seal(key, PURPOSE, secret.base32)
  const stored = await db
    .insert(totpFactor)
    .values({ accountId, sealedSecret })
    .onConflictDoUpdate({
      target: totpFactor.accountId,
      set: { sealedSecret, lastStep: 0, createTime: sql`now()` },
      // A factor that counts stays as it is.
      setWhere: isNull(totpFactor.confirmTime),
    })
    .returning({ accountId: totpFactor.accountId })
  return stored.length > 0 ? { secret: secret.base32, uri: generator(secret, names).toString() } : undefined
}

/** Confirms the secret with a code of the app. From then on it is a factor. */
export function confirmTotp(db: Db, key: string, accountId: number, code: string): Promise<boolean> {
  return spendCode(db, key, { accountId, code, confirmed: false })
}

/** Whether this is a code of the account's app, of this half minute or of one beside it. It is used up then. */
export function verifyTotp(db: Db, key: string, accountId: number, code: string): Promise<boolean> {
  return spendCode(db, key, { accountId, code, confirmed: true })
}

type Used = { accountId: number; code: string; confirmed: boolean }

async function spendCode(db: Db, key: string, { accountId, code, confirmed }: Used): Promise<boolean> {
  const state = confirmed ? isNotNull(totpFactor.confirmTime) : isNull(totpFactor.confirmTime)
  const own = and(eq(totpFactor.accountId, accountId), state)
  const [found] = await db.select({ sealed: totpFactor.sealedSecret }).from(totpFactor).where(own)
  const secret = found && unseal(key, PURPOSE, found.sealed)
  if (secret === undefined) return false
  const now = Date.now()
  const token = code.replaceAll(/\s/g, '')
  const delta = generator(Secret.fromBase32(secret)).validate({ token, timestamp: now, window: 1 })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / PERIOD) + delta
  // Of two requests with the same code, one finds the step used.
  const used = await db
    .update(totpFactor)
    .set({ lastStep: step, ...(confirmed ? {} : { confirmTime: sql`now()` }) })
    .where(and(own, lt(totpFactor.lastStep, step), eq(totpFactor.sealedSecret, found?.sealed ?? '')))
    .returning({ accountId: totpFactor.accountId })
  return used.length > 0
}
