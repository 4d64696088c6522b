import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { takeUse } from '#src/server/throttle/limited-use.server.ts'
import { throttleKey } from '#src/server/throttle/throttle.server.ts'
import { ticketHashOf } from './factor-grant.server.ts'
import { authenticationOptions } from './passkey.server.ts'
import { assertPasskeyPlace } from './passkey-place.server.ts'
import { pageOrigin } from './proof.schema.ts'
import { ticketAccount } from './sign-in-ticket.server.ts'

/** So many challenges an address gets in a minute, so that nobody fills their table. */
const MOST = 120

/** What a browser needs to sign in with a passkey: alone, or as the second factor of a begun sign-in. */
export const signInOptionsCall = endpoint({
  method: 'post',
  path: '/auth/passkeyOptions',
  tag: 'session',
  security: 'none',
  summary: m.call_signInOptions,
  body: v.strictObject({
    side: v.picklist(['admin', 'user']),
    origin: pageOrigin,
    mfa_token: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  /** For `navigator.credentials.get`, as JSON. */
  answer: v.strictObject({ options: v.string() }),
  errors: [403, 409, 429],
  run: async ({ c, db, body: { side, origin, mfa_token: ticket } }) => {
    const address = c.get('address')
    const place = assertPasskeyPlace(origin)
    await db.transaction((tx) => takeUse(tx, [{ key: throttleKey('passkey', address), most: MOST, seconds: 60 }]))
    const accountId = ticket === undefined ? undefined : await ticketAccount(db, ticket, side, address)
    if (ticket !== undefined && accountId === undefined) throw new AppError(403, m.mfa_over())
    const begun = ticket === undefined || accountId === undefined ? {} : { accountId, ticketHash: ticketHashOf(ticket) }
    return { options: JSON.stringify(await authenticationOptions(db, place, { purpose: 'signIn', ...begun })) }
  },
})
