import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { messageCode } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel, MessageEvent } from '#src/lib/message-kinds.ts'
import { plainPhone } from '#src/lib/phone-number.ts'
import { invalid } from '../errors.server.ts'

/** Minutes for which a code is valid. */
export const CODE_MINUTES = 10
/** Wrong codes after which the right one does not help any more. */
const MOST_TRIES = 5

/** What a code proves: that its owner reads the messages at an address, for one purpose, with one account if any. */
export type CodePurpose = {
  /** `address_kept`: a code has proved that the address is still the owner's, who may now give it up. */
  purpose: MessageEvent | 'address_kept'
  channel: MessageChannel
  /** The e-mail address, or the mobile number. */
  address: string
  /** The signed-in account; left out for a visitor. */
  accountId?: number | undefined
  /** The sign-in, of what is worth nothing in another one. */
  familyId?: number
}

/**
 * Makes a code of six digits, which replaces an earlier one for the same. Only hashes with the site's secret are
 * stored.
 */
export async function newCode(tx: Db, secret: string, about: CodePurpose): Promise<string> {
  return store(tx, secret, about, String(randomInt(1_000_000)).padStart(6, '0'))
}

/** Makes a proof that no person types. Like a code it is used once, and replaces an earlier one for the same. */
export async function newProof(tx: Db, secret: string, about: CodePurpose): Promise<string> {
  return store(tx, secret, about, randomBytes(32).toString('base64url'))
}

async function store(tx: Db, secret: string, about: CodePurpose, code: string): Promise<string> {
  const values = {
    codeHash: hashOf(secret, 'code', keyOf(secret, about), code),
    tries: 0,
    expireTime: sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`,
  }
  await tx
    .insert(messageCode)
    .values({ key: keyOf(secret, about), ...values })
    .onConflictDoUpdate({ target: messageCode.key, set: values })
  return code
}

type CodeDeps = { vitalDb: Database; secret: string }

/**
 * Checks a code and uses it up, as `takeCode` does.
 * @param field where the message for a wrong code stands
 * @throws AppError 422 at the field, the same for a wrong code and for one that is used, too old or was tried too often
 */
export async function checkCode(
  tx: Db,
  deps: CodeDeps,
  { field = 'code', ...given }: CodePurpose & { code: string; field?: string },
): Promise<void> {
  if ((await takeCode(tx, deps, given)) !== 'used') throw invalid({ [field]: [m.code_wrong()] })
}

/**
 * Checks a code and uses it up, with the caller's transaction: of two requests with one code, one is served. A wrong
 * code counts although the transaction is taken back, so it is counted on another connection.
 * @param vitalDb `deps.vitalDb`, which does not wait for the connections of requests
 * @returns `late` for the right code that another request has used up just now
 */
export async function takeCode(
  tx: Db,
  { vitalDb, secret }: CodeDeps,
  { code, ...about }: CodePurpose & { code: string },
): Promise<'used' | 'late' | 'wrong'> {
  const key = keyOf(secret, about)
  const given = hashOf(secret, 'code', key, code.trim())
  const [found] = await vitalDb
    .update(messageCode)
    .set({ tries: sql`${messageCode.tries} + 1` })
    .where(
      and(
        eq(messageCode.key, key),
        lt(messageCode.tries, MOST_TRIES),
        gt(messageCode.expireTime, sql`clock_timestamp()`),
      ),
    )
    .returning({ codeHash: messageCode.codeHash })
  const fits = timingSafeEqual(Buffer.from(found?.codeHash ?? hashOf(secret, 'none')), Buffer.from(given))
  if (!found || !fits) return 'wrong'
  const used = await tx
    .delete(messageCode)
    .where(and(eq(messageCode.key, key), eq(messageCode.codeHash, given)))
    .returning({ key: messageCode.key })
  return used.length > 0 ? 'used' : 'late'
}

/** One spelling of an address, so that a code fits however it is written the second time. */
export function plainAddress(channel: MessageChannel, address: string): string {
  if (channel === 'sms') return plainPhone(address, 'mobile') ?? address.trim()
  return address.trim().toLowerCase()
}

function keyOf(secret: string, { purpose, channel, address, accountId, familyId }: CodePurpose): string {
  const signIn = familyId === undefined ? [] : [String(familyId)]
  return hashOf(secret, purpose, channel, plainAddress(channel, address), String(accountId ?? ''), ...signIn)
}

function hashOf(secret: string, ...parts: string[]): string {
  return createHmac('sha256', `message-code ${secret}`).update(JSON.stringify(parts)).digest('base64url')
}
