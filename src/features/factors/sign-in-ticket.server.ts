import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { signInTicket } from '#src/db/factor.table.server.ts'
import type { ProvenPerson, Via } from '#src/features/auth/complete-sign-in.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { hashToken } from '#src/server/access/actor.server.ts'
import { proofWaysOf } from '#src/server/access/proof.server.ts'
import { networkOf } from '#src/server/address.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { seal, unseal } from '#src/server/seal.server.ts'

/** Seconds within which the second factor has to follow the first one. */
const TICKET_SECONDS = 300
/** What the sealed person is for. */
const VIA = 'sign-in-via'
/** So many wrong factors end a begun sign-in. */
const TRIES = 5

/**
 * Stops a sign-in whose account has a second factor, and says how it goes on.
 * @throws AppError 400 with `data.mfa_token` and `data.ways`
 */
export async function demandFactor(c: ApiContext, { accountId, side, keep, via }: ProvenPerson): Promise<void> {
  const { db, secret } = c.get('deps')
  const ways = await proofWaysOf(db, accountId)
  if (!ways.some((way) => way === 'totp' || way === 'passkey')) return
  const ticket = randomBytes(32).toString('base64url')
  await db.delete(signInTicket).where(lt(signInTicket.expireTime, sql`now()`))
  await db.insert(signInTicket).values({
    hash: hashToken(ticket),
    accountId,
    side,
    keep,
    network: networkOf(c.get('address')),
    sealedVia: via ? seal(secret, VIA, JSON.stringify(via)) : '',
    expireTime: sql`now() + make_interval(secs => ${TICKET_SECONDS})`,
  })
  // The sign-in goes on, so it has not failed.
  noteForLog(c, { unlogged: true })
  throw new AppError(400, m.mfa_needed(), { reason: 'factor', mfa_token: ticket, ways })
}

/** Whether a refusal asks for the second factor. */
export function wantsFactor(data: unknown): data is { mfa_token: string; ways: string[] } {
  return typeof data === 'object' && data !== null && 'mfa_token' in data && 'ways' in data
}

/** A begun sign-in, of which a try is taken. Undefined when it is over, was not begun here, or has no try left. */
export async function tryTicket(db: Db, ticket: string, side: Side, address: string) {
  const [found] = await db
    .update(signInTicket)
    .set({ tries: sql`${signInTicket.tries} + 1` })
    .where(and(live(ticket, side, address), lt(signInTicket.tries, TRIES)))
    .returning()
  return found
}

/** The account of a begun sign-in, without taking a try. */
export async function ticketAccount(db: Db, ticket: string, side: Side, address: string): Promise<number | undefined> {
  const [found] = await db
    .select({ accountId: signInTicket.accountId })
    .from(signInTicket)
    .where(live(ticket, side, address))
  return found?.accountId
}

/** The identity provider that has shown the person of a begun sign-in. */
export function viaOf(secret: string, sealed: string): Via | undefined {
  const text = sealed && unseal(secret, VIA, sealed)
  // Seam: only `demandFactor` seals for this purpose.
  return text ? (JSON.parse(text) as Via) : undefined
}

/** Ends a begun sign-in. Of two requests, one ends it. */
export async function endTicket(db: Db, hash: string): Promise<boolean> {
  const ended = await db.delete(signInTicket).where(eq(signInTicket.hash, hash)).returning({ hash: signInTicket.hash })
  return ended.length > 0
}

function live(ticket: string, side: Side, address: string) {
  return and(
    eq(signInTicket.hash, hashToken(ticket)),
    eq(signInTicket.side, side),
    eq(signInTicket.network, networkOf(address)),
    gt(signInTicket.expireTime, sql`clock_timestamp()`),
  )
}
