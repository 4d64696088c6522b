import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { externalIdentity } from '#src/db/external-identity.table.server.ts'
import { passkey, recoveryCode, totpFactor } from '#src/db/factor.table.server.ts'
import { credential } from '#src/db/identity.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { proof } from '#src/db/session.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ProofWay } from '#src/lib/proof-way.ts'
import { AppError } from '../errors.server.ts'
import { hashToken } from './actor.server.ts'

/** Seconds for which a proof is valid. */
export const PROOF_SECONDS = 600

/** A sign-in, and the account that has it. */
export type ProofHolder = { accountId: number; familyId: number }

/** Notes that the person of a sign-in has proved who they are. Only the hash of what is returned is stored. */
export async function startProof(
  db: Db,
  { accountId, familyId }: ProofHolder,
): Promise<{ proof: string; until: string }> {
  const secret = randomBytes(32).toString('base64url')
  const [row] = await db
    .insert(proof)
    .values({
      hash: hashToken(secret),
      accountId,
      familyId,
      expireTime: sql`date_trunc('milliseconds', now()) + make_interval(secs => ${PROOF_SECONDS})`,
    })
    .returning({ until: proof.expireTime })
  if (!row) throw new Error('insert returned no row')
  return { proof: secret, until: row.until }
}

/** Whether this is a valid proof of this sign-in. */
export async function isProven(db: Db, hash: string, { accountId, familyId }: ProofHolder): Promise<boolean> {
  const found = await db
    .select({ hash: proof.hash })
    .from(proof)
    .where(
      and(
        eq(proof.hash, hash),
        eq(proof.accountId, accountId),
        eq(proof.familyId, familyId),
        gt(proof.expireTime, sql`clock_timestamp()`),
      ),
    )
  return found.length > 0
}

/** Refuses a write whose author has not proved anew who they are. @throws AppError 403 */
export async function assertProven(db: Db, { id, proof: given, apiTokenId }: Author): Promise<void> {
  if (apiTokenId !== undefined) throw new AppError(403, m.apiToken_refused(), { reason: 'apiToken' })
  // What the operator of the machine does needs no proof.
  if (id === null || given === 'checked') return
  if (given && (await isProven(db, given.hash, { accountId: id, familyId: given.familyId }))) return
  throw await stepUp(db, id)
}

/** The refusal of a call that needs a fresh proof: what the person can prove with. */
export async function stepUp(db: Db, accountId: number): Promise<AppError> {
  const ways = await proofWaysOf(db, accountId)
  return new AppError(403, ways.length > 0 ? m.proof_needed() : m.proof_impossible(), { reason: 'stepUp', ways })
}

/**
 * What an account can prove with: its second factors; without one the password; without that a new sign-in at a linked
 * identity provider.
 */
export async function proofWaysOf(db: Db, accountId: number): Promise<ProofWay[]> {
  const [has] = await db
    .select({
      passkey: sql<boolean>`exists (select from ${passkey} where account_id = ${accountId})`,
      totp: sql<boolean>`exists (select from ${totpFactor} where account_id = ${accountId} and confirm_time is not null)`,
      recovery: sql<boolean>`exists (select from ${recoveryCode} where account_id = ${accountId})`,
      password: sql<boolean>`exists (select from ${credential} where account_id = ${accountId})`,
      provider: sql<boolean>`exists (select from ${externalIdentity} i join ${provider} p on p.id = i.provider_id
        where i.account_id = ${accountId} and p.status = 1)`,
    })
    .from(sql`(values (1)) as one (n)`)
  if (!has) return []
  const factors = (['passkey', 'totp'] as const).filter((way) => has[way])
  if (factors.length === 0) return has.password ? ['password'] : has.provider ? ['provider'] : []
  return has.recovery ? [...factors, 'recovery'] : factors
}

/** Deletes the proofs whose time is over. It runs periodically. */
export async function purgeProofs(db: Db): Promise<void> {
  await db.delete(proof).where(lt(proof.expireTime, sql`now()`))
}
