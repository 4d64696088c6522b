import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Side } from '#src/lib/side.ts'
import { seal, unseal } from './seal.server.ts'
import type { TokenSet } from './token-set.ts'

// How a browser's session is stored, for whoever has the secret: known by a hash of its id, its tokens sealed.

const tokenSet = v.object({
  token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  token_type: v.string(),
})

/** A session to begin: the id for the cookie, and the row that `browser_session` is to hold. */
export function newSession(secret: string, side: Side, tokens: TokenSet, lifetimeSeconds: number) {
  const id = randomBytes(32).toString('base64url')
  const row = {
    idHash: hashOfSession(id),
    side,
    sealedTokens: sealTokens(secret, tokens),
    lifetimeSeconds,
    expireTime: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
  }
  return { id, row }
}

/** What the database knows a session's id by. */
export function hashOfSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

export function sealTokens(secret: string, tokens: TokenSet): string {
  return seal(secret, 'tokens', JSON.stringify(tokens))
}

/** The tokens again, or undefined when they were sealed with another secret. */
export function unsealTokens(secret: string, sealed: string): TokenSet | undefined {
  const text = unseal(secret, 'tokens', sealed)
  const result = text === undefined ? undefined : v.safeParse(tokenSet, JSON.parse(text))
  return result?.success ? result.output : undefined
}
