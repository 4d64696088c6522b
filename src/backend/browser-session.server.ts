import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { browserSession } from '#src/db/session.table.server.ts'
import type { Side } from '#src/lib/side.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { hashOfSession, newSession, proofColumns, sealTokens, unsealProof, unsealTokens } from './session-row.server.ts'
import type { TokenSet } from './token-set.ts'

/** The browser's opaque session id of one side, and its token set. */
export type BrowserSession = {
  id: string
  side: Side
  tokens: TokenSet
  /** What the person at the browser has proved anew, while it is valid. It never gets into the browser. */
  proof?: string
}

export async function createSession(db: Db, side: Side, tokens: TokenSet, lifetimeSeconds: number): Promise<string> {
  const { id, row } = newSession(secret(), side, tokens, lifetimeSeconds)
  await db.delete(browserSession).where(lt(browserSession.expireTime, sql`now()`))
  await db.insert(browserSession).values(row)
  return id
}

/** The session of a cookie's value; undefined when it does not exist or has expired. */
export async function findSession(db: Db, side: Side, id: string): Promise<BrowserSession | undefined> {
  const [row] = await db
    .select({
      sealed: browserSession.sealedTokens,
      proof: sql<string | null>`case when ${browserSession.proofTime} > now() then ${browserSession.sealedProof} end`,
    })
    .from(browserSession)
    .where(live(side, id))
  const tokens = row && unsealTokens(secret(), row.sealed)
  const proof = row?.proof ? unsealProof(secret(), row.proof) : undefined
  return tokens && { id, side, tokens, ...(proof ? { proof } : {}) }
}

/** Keeps a proof with the session, until it ends. */
export async function keepProof({ id }: BrowserSession, given: { proof: string; until: string }): Promise<void> {
  await runtime()
    .vitalDb.update(browserSession)
    .set(proofColumns(secret(), given))
    .where(eq(browserSession.idHash, hashOfSession(id)))
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.delete(browserSession).where(eq(browserSession.idHash, hashOfSession(id)))
}

/**
 * Replaces a session's tokens under its row lock. When several processes and requests find the token expired at the
 * same time, the first one refreshes it and the others use its result.
 * @param stale the access token that the back end rejected
 * @param exchange gets new tokens; undefined ends the session
 */
export function refreshSession(
  session: BrowserSession,
  stale: string,
  exchange: (tokens: TokenSet) => Promise<TokenSet | undefined>,
): Promise<TokenSet | undefined> {
  const { id, side } = session
  return runtime().lockDb.transaction(async (tx) => {
    const [row] = await tx
      .select({ sealed: browserSession.sealedTokens })
      .from(browserSession)
      .where(live(side, id))
      .for('update')
    const tokens = row && unsealTokens(secret(), row.sealed)
    if (!tokens) return undefined
    if (tokens.token !== stale) return tokens
    const fresh = await exchange(tokens)
    if (!fresh) await endSession(tx, id)
    else {
      const expireTime = sql`now() + make_interval(secs => ${browserSession.lifetimeSeconds})`
      await tx
        .update(browserSession)
        .set({ sealedTokens: sealTokens(secret(), fresh), expireTime })
        .where(eq(browserSession.idHash, hashOfSession(id)))
    }
    return fresh
  })
}

function live(side: Side, id: string) {
  return and(
    eq(browserSession.idHash, hashOfSession(id)),
    eq(browserSession.side, side),
    gt(browserSession.expireTime, sql`now()`),
  )
}

function secret(): string {
  const { SESSION_SECRET } = runtime().env
  if (!SESSION_SECRET) throw new Error('SESSION_SECRET is not set')
  return SESSION_SECRET
}
