import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError, tooMany } from '#src/server/errors.server.ts'
import { checkUse, takeUse, type UseLimit } from '#src/server/throttle/limited-use.server.ts'
import { throttleKey } from '#src/server/throttle/throttle.server.ts'

/** Seconds in which the download must begin. */
export const KEY_SECONDS = 120
/** Archives of an account in an hour. */
export const MOST_ARCHIVES = 3

/**
 * What stands for the fresh proof in the address of a download, which the browser opens without headers. It opens one
 * archive, of this account, in this sign-in.
 */
export function archiveKey(secret: string, actor: Actor, now = Date.now()): string {
  const facts = `${Math.floor(now / 1000) + KEY_SECONDS}.${randomBytes(18).toString('base64url')}`
  return `${facts}.${signatureOf(secret, actor, facts).toString('base64url')}`
}

/** @throws AppError 403 for a key of somebody else, of another sign-in, and one whose time is over */
export function assertKey(secret: string, actor: Actor, key: string, now = Date.now()): void {
  const [expires = '', nonce = '', signature = ''] = key.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(secret, actor, `${expires}.${nonce}`)
  const isOwn = given.length === right.length && timingSafeEqual(given, right)
  if (!isOwn || Number(expires) * 1000 <= now) throw new AppError(403, m.ownData_keyOver())
}

/** Whether an account may have another archive now. @throws AppError 429 */
export async function checkArchives(db: Db, { id }: Actor): Promise<void> {
  await checkUse(db, [archives(id)]).catch(limitReached)
}

/** Whether a key is still unused. @throws AppError 403 */
export async function checkKey(db: Db, key: string): Promise<void> {
  await checkUse(db, [once(key)]).catch(usedUp)
}

/**
 * Uses a key up for an archive. Of several requests at once with the same key, one goes on.
 * @throws AppError 403, 429
 */
export async function takeArchive(tx: Db, { id }: Actor, key: string): Promise<void> {
  await takeUse(tx, [once(key)]).catch(usedUp)
  await takeUse(tx, [archives(id)]).catch(limitReached)
}

const archives = (id: number): UseLimit => ({
  key: throttleKey('own-data', String(id)),
  most: MOST_ARCHIVES,
  seconds: 3600,
})
const once = (key: string): UseLimit => ({ key: throttleKey('own-data-key', key), most: 1, seconds: KEY_SECONDS * 2 })

function usedUp(error: unknown): never {
  throw error instanceof AppError && error.code === 429 ? new AppError(403, m.ownData_keyOver()) : error
}

function limitReached(error: unknown): never {
  if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
  const minutes = Math.ceil(error.retryAfter / 60)
  throw tooMany(error.retryAfter, m.ownData_limitReached({ most: MOST_ARCHIVES, minutes }))
}

function signatureOf(secret: string, { id, familyId }: Actor, facts: string): Buffer {
  if (secret === '') throw new Error('SESSION_SECRET is not set')
  const key = Buffer.from(hkdfSync('sha256', secret, 'yardstick', 'own-data', 32))
  return createHmac('sha256', key).update(`${id}\n${familyId}\n${facts}`).digest()
}
