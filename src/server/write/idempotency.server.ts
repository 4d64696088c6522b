import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { idempotency } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ApiContext, actorOf } from '../context.server.ts'
import { AppError } from '../errors.server.ts'

/** Hours for which a response is kept for repeated requests. */
const KEEP_HOURS = 24

export type IdempotentRequest = { accountId: number; key: string; content: string }

/** The identity of a request: account, key and content. Undefined without an Idempotency-Key. */
export function requestOf(c: ApiContext, body: unknown): IdempotentRequest | undefined {
  const key = c.req.header('idempotency-key')?.slice(0, 100)
  if (!key) return undefined
  const { pathname, search } = c.get('url')
  return { accountId: actorOf(c).id, key, content: `${c.req.method} ${pathname}${search} ${JSON.stringify(body)}` }
}

/**
 * Runs a write at most once for its key, inside the write's transaction. A repeated request waits for the first one and
 * gets its response. When the first one fails, its key is free again.
 * @throws AppError 422 when the key was used for other content
 */
export async function once<T>(tx: Db, request: IdempotentRequest | undefined, work: () => Promise<T>): Promise<T> {
  if (!request) return work()
  const key = `${request.accountId}:${request.key}`
  const requestHash = createHash('sha256').update(request.content).digest('base64url')
  const claimed = await tx
    .insert(idempotency)
    .values({ key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (claimed.length === 0) {
    const [earlier] = await tx.select().from(idempotency).where(eq(idempotency.key, key))
    if (earlier?.requestHash !== requestHash) throw new AppError(422, m.error_idempotencyReused())
    // Seam: the same function stored the value, for the same key and content.
    return earlier.answer as T
  }
  const answer = await work()
  // A write without a result counts as done, too: its key is stored.
  if (answer !== undefined) await tx.update(idempotency).set({ answer }).where(eq(idempotency.key, key))
  return answer
}

/** Deletes responses that are too old to be repeated. */
export async function purgeIdempotency(db: Db): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createTime, sql`now() - make_interval(hours => ${KEEP_HOURS})`))
}
