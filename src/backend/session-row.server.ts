import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Side } from '#src/lib/side.ts'
import { seal, unseal } from '#src/server/seal.server.ts'
import type { TokenSet } from './token-set.ts'

// How a browser's session is stored, for code that has the secret: the id as a hash, the tokens encrypted.

const tokenSet = v.object({
  token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  token_type: v.string(),
})

/** A new session: the id for the cookie, and the row for `browser_session`. */
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

/** The hash that the database stores in place of a session's id. */
export function hashOfSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

const PROOF = 'proof'

/** The columns of a session with a fresh proof, valid until then. */
export function proofColumns(secret: string, { proof, until }: { proof: string; until: string }) {
  return { sealedProof: seal(secret, PROOF, proof), proofTime: until }
}

export function unsealProof(secret: string, sealed: string): string | undefined {
  return unseal(secret, PROOF, sealed)
}

export function sealTokens(secret: string, tokens: TokenSet): string {
  return seal(secret, 'tokens', JSON.stringify(tokens))
}

/** Decrypts the tokens; undefined when they were encrypted with another secret. */
export function unsealTokens(secret: string, sealed: string): TokenSet | undefined {
  const text = unseal(secret, 'tokens', sealed)
  const result = text === undefined ? undefined : v.safeParse(tokenSet, JSON.parse(text))
  return result?.success ? result.output : undefined
}
