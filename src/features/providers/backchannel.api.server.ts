import { and, eq, inArray } from 'drizzle-orm'
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose'
import * as v from 'valibot'
import { providerSession } from '#src/db/external-identity.table.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readForm } from '#src/server/body.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { loggable } from '#src/server/loggable.server.ts'
import { fetchWith, openIdOf } from './open-id.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { providersOf } from './provider-row.server.ts'

/** The event that makes a token one for signing out (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds after which a logout token is too old. */
const OLDEST = 300

const answer = v.object({})

/** A provider ends the sign-ins that it has begun. */
export const backchannelCall = endpoint({
  method: 'post',
  path: '/auth/provider/backchannel',
  tag: 'session',
  summary: m.call_providerBackchannel,
  security: 'none',
  rawBody: { type: 'application/x-www-form-urlencoded', schema: v.object({ logout_token: v.string() }) },
  bare: 'application/json',
  answer,
  run: async ({ c }) => {
    const form = await readForm(c)
    try {
      await endByToken(c, form.get('logout_token') ?? '')
      return c.json({}, 200)
    } catch (error) {
      c.get('deps').log.warn({ requestId: c.get('requestId'), err: loggable(error) }, 'logout token refused')
      const msg = m.provider_logoutRefused()
      return c.json({ error: 'invalid_request', error_description: msg, code: 400, msg }, 400)
    }
  },
})

async function endByToken(c: ApiContext, token: string): Promise<void> {
  const { db } = c.get('deps')
  // Not trusted: it only says with which provider's keys the token has to be checked.
  const { iss, aud } = decodeJwt(token)
  const [row] = await providersOf(db, String(iss), String([aud].flat()[0]))
  if (!row) throw new Error('no such provider')
  const { sub, sid } = await verified(c, row, token)
  const rows = await providersOf(db, row.issuer, row.clientId)
  const begunBy = and(
    inArray(
      providerSession.providerId,
      rows.map(({ id }) => id),
    ),
    ...(sub ? [eq(providerSession.subject, sub)] : []),
    ...(sid ? [eq(providerSession.sid, sid)] : []),
  )
  const families = db.select({ id: providerSession.familyId }).from(providerSession).where(begunBy)
  await db.delete(tokenFamily).where(inArray(tokenFamily.id, families))
}

/** @throws Error unless the token is one for signing out, of this provider, for this client, and new */
async function verified(c: ApiContext, row: ProviderRow, token: string): Promise<{ sub: string; sid: string }> {
  const deps = c.get('deps')
  const config = await openIdOf(deps, row)
  const { jwks_uri, issuer } = config.serverMetadata()
  if (!jwks_uri) throw new Error('the provider has no keys')
  const send = fetchWith(deps.outgoing)
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [customFetch]: (url, { method, headers, signal }) =>
      send(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: 'manual', signal }),
  })
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: row.clientId,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    maxTokenAge: OLDEST,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { events, sub, sid } = payload
  const isLogout = typeof events === 'object' && events !== null && EVENT in events
  if (!isLogout || 'nonce' in payload) throw new Error('not a logout token')
  const named = { sub: sub ?? '', sid: typeof sid === 'string' ? sid : '' }
  if (named.sub === '' && named.sid === '') throw new Error('names nobody')
  return named
}
