import { demandFactor } from '#src/features/factors/sign-in-ticket.server.ts'
import type { ProviderPerson } from '#src/features/providers/identity.server.ts'
import type { Side } from '#src/lib/side.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { assertWithinLimits } from '#src/server/access/sign-in-limits.server.ts'
import type { IssuedTokens } from '#src/server/access/token-secrets.server.ts'
import { startFamily } from '#src/server/access/tokens.server.ts'
import { logSignIn, noteForLog } from '#src/server/admin-log/log-call.server.ts'
import type { ApiContext, ApiSettings } from '#src/server/context.server.ts'
import { DEVICE_HEADER, noteDevice } from '#src/server/notices/devices.server.ts'

/** Somebody who has proved to be this account, in whatever way. */
export type ProvenPerson = {
  accountId: number
  side: Side
  keep: boolean
  /** The second factor was used, or a passkey, which is both. */
  factor?: true
  /** The identity provider that has shown the person. */
  via?: Via | undefined
}

/** A person whom an identity provider has shown. `links`: the sign-in makes the identity one of the account. */
export type Via = { providerId: number; person: ProviderPerson; links: boolean }

/**
 * Signs somebody in who has proved who they are: starts the sign-in, and tells the account about a new device. Every
 * way to sign in ends here.
 * @returns undefined when the account was locked or deleted in the meantime
 * @throws AppError 403 when a role does not let the account in from here, or not at this time
 * @throws AppError 400 with `data.mfa_token` when the account has a second factor, which must follow
 */
export async function completeSignIn(
  c: ApiContext,
  settings: ApiSettings,
  { accountId, side, keep, factor, via }: ProvenPerson,
): Promise<IssuedTokens | undefined> {
  const { db, secret } = c.get('deps')
  const ip = c.get('address')
  const userAgent = c.req.header('user-agent') ?? ''
  const person = await findActorById(db, accountId)
  if (!person) return undefined
  await assertWithinLimits(db, person, { address: ip, now: person.now })
  const device = deviceIn(c.req.header(DEVICE_HEADER))
  if (!factor) await demandFactor(c, { accountId, side, keep, via })
  const tokens = await db.transaction(async (tx) => {
    const started = await startFamily(tx, settings, { accountId, side, keep, ip, userAgent })
    if (started) {
      await noteDevice(tx, { secret, accountId, side, device, userAgent, ip })
      await logSignIn(c, tx, accountId, side)
    }
    return started
  })
  if (tokens) noteForLog(c, { written: true })
  return tokens
}

/** The id of a device as a browser keeps it; what else a client sends in its place is no id. */
function deviceIn(header: string | undefined): string | undefined {
  return header && /^[\w-]{16,64}$/.test(header) ? header : undefined
}
