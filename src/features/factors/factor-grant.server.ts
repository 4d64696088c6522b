import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { account } from '#src/db/identity.table.server.ts'
import type { ProvenPerson } from '#src/features/auth/complete-sign-in.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { hashToken } from '#src/server/access/actor.server.ts'
import { proofWaysOf } from '#src/server/access/proof.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import { readConfig, textIn } from '#src/server/config.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardAddress } from '../auth/sign-in-guard.server.ts'
import { verifyPasskey } from './passkey.server.ts'
import { assertPasskeyPlace } from './passkey-place.server.ts'
import { factorBody } from './proof.schema.ts'
import { endTicket, tryTicket, viaOf } from './sign-in-ticket.server.ts'
import { verifyFactor } from './verify-factor.server.ts'

export type FactorGrant = {
  mfa_token?: string | undefined
  way: 'totp' | 'recovery' | 'passkey'
  code?: string | undefined
  origin?: string | undefined
  response?: string | undefined
  keep?: string | undefined
}

/**
 * Who signs in with a second factor after the password, or with a passkey alone. Undefined when the begun sign-in is
 * over.
 * @throws AppError 422 for a wrong factor, 429
 */
export async function factorPerson(c: ApiContext, side: Side, asked: FactorGrant): Promise<ProvenPerson | undefined> {
  const { db } = c.get('deps')
  const { centerOpen, centerSentence } = await readConfig(db, ['centerOpen', 'centerSentence'])
  if (side === 'user' && !centerOpen) throw new AppError(403, textIn(centerSentence))
  const { mfa_token: ticket, way, code, origin, response, keep } = asked
  noteForLog(c, { signIn: { side, username: '', way: ticket === undefined ? 'passkey' : 'factor' } })
  if (ticket === undefined) return signedByPasskey(c, side, { origin, response, keep })
  const given = v.safeParse(factorBody, way === 'passkey' ? { way, origin, response } : { way, code })
  if (!given.success) throw invalid({ code: [m.rule_required()] })
  const begun = await tryTicket(db, ticket, side, c.get('address'))
  if (!begun) return undefined
  const { accountId, hash } = begun
  await nameForLog(c, side, accountId, 'factor')
  if (!(await proofWaysOf(db, accountId)).includes(way)) throw invalid({ way: [m.proof_otherWay()] })
  await verifyFactor(c, { accountId, side }, given.output, { purpose: 'signIn', accountId, ticketHash: hash })
  if (!(await endTicket(db, hash))) return undefined
  return { accountId, side, keep: begun.keep, factor: true, via: viaOf(c.get('deps').secret, begun.sealedVia) }
}

/** A wrong factor is a failed sign-in of this account. */
async function nameForLog(c: ApiContext, side: Side, accountId: number, way: 'factor' | 'passkey'): Promise<void> {
  const { db } = c.get('deps')
  const [found] = await db.select({ username: account.username }).from(account).where(eq(account.id, accountId))
  noteForLog(c, { signIn: { side, username: found?.username ?? '', way } })
}

/** A passkey asks its owner for a finger or a secret, so it is both factors. */
async function signedByPasskey(
  c: ApiContext,
  side: Side,
  { origin = '', response = '', keep }: Pick<FactorGrant, 'origin' | 'response' | 'keep'>,
): Promise<ProvenPerson> {
  const { db } = c.get('deps')
  const place = assertPasskeyPlace(origin)
  const accountId = await guardAddress(db, c.get('address'), async () => {
    const id = await verifyPasskey(db, place, { purpose: 'signIn' }, response)
    if (id === undefined) return undefined
    const [found] = await db.select({ kind: account.kind }).from(account).where(eq(account.id, id))
    return found?.kind === side ? id : undefined
  })
  if (accountId === undefined) throw invalid({ response: [m.passkey_refused()] })
  await nameForLog(c, side, accountId, 'passkey')
  return { accountId, side, keep: keep === '1' || keep === 'true', factor: true }
}

/** The hash under which a begun sign-in is kept. */
export const ticketHashOf = hashToken
