import * as client from 'openid-client'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { claimList, claimText } from './claims.ts'
import { beginFlow, type Flow, type FlowPurpose } from './flow.server.ts'
import type { ProviderPerson } from './identity.server.ts'
import { openIdOf } from './open-id.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { nameOf } from './provider-row.server.ts'
import { providerRefusal } from './refusal.server.ts'

/** Seconds by which the clocks of two machines may differ. */
const SKEW = 60

type Begin = { purpose: FlowPurpose; to: string; origin: string; accountId?: number; familyId?: number }

/** Where providers send people back to. It is the same for all of a side, so that it can be registered. */
export function redirectAddress(origin: string, side: ProviderRow['side']): string {
  return `${origin}/sign-in/callback/${side}`
}

/** Begins a visit to a provider: its address, and the keys of the visit. @throws AppError 503 */
export async function beginVisit(c: ApiContext, row: ProviderRow, { purpose, to, origin, ...who }: Begin) {
  const { db, secret } = c.get('deps')
  const redirectUri = redirectAddress(origin, row.side)
  try {
    const config = await openIdOf(c.get('deps'), row)
    const verifier = client.randomPKCECodeVerifier()
    const nonce = client.randomNonce()
    const content = { purpose, verifier, nonce, redirectUri, to, began: seconds(), familyId: who.familyId }
    const keys = await beginFlow(db, secret, { providerId: row.id, accountId: who.accountId ?? null, content })
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: row.scopes,
      state: keys.state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ui_locales: getLocale() === 'en' ? 'en' : 'zh-CN zh',
      // Who proves to be there has to sign in again, however recently they did.
      ...(purpose === 'proof' ? { max_age: '0', prompt: 'login' } : {}),
    })
    return { ...keys, url: url.href }
  } catch (error) {
    throw providerRefusal(c, nameOf(row), error)
  }
}

/**
 * Checks what a provider has sent, and asks it for the person: state, issuer, code with its verifier, and the ID token
 * with its signature, audience, nonce and times.
 * @param params the query of the address that the provider has sent the browser to
 * @throws AppError 400, 503 with a sentence
 */
export async function finishVisit(
  c: ApiContext,
  row: ProviderRow,
  { content }: Flow,
  params: URLSearchParams,
): Promise<ProviderPerson> {
  const name = nameOf(row)
  try {
    const config = await openIdOf(c.get('deps'), row)
    const url = new URL(content.redirectUri)
    url.search = params.toString()
    const isProof = content.purpose === 'proof'
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: content.verifier,
      expectedNonce: content.nonce,
      expectedState: params.get('state') ?? '',
      idTokenExpected: true,
      ...(isProof ? { maxAge: 3600 } : {}),
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no ID token')
    if (isProof && !isNew(claims.auth_time, content.began)) throw new AppError(400, m.provider_notFresh({ name }))
    const more = await userInfo(config, tokens.access_token, claims.sub)
    return personOf(row, { ...more, ...claims }, tokens.id_token ?? '')
  } catch (error) {
    throw providerRefusal(c, name, error)
  }
}

/** Whether somebody signed in at the provider since the visit began, and not in the future. */
function isNew(time: unknown, began: number): boolean {
  return typeof time === 'number' && time >= began - SKEW && time <= seconds() + SKEW
}

/** What a provider says of a person beside the ID token, if it says more. It has to be the same person. */
async function userInfo(config: client.Configuration, accessToken: string, subject: string) {
  return config.serverMetadata().userinfo_endpoint ? client.fetchUserInfo(config, accessToken, subject) : {}
}

function personOf(row: ProviderRow, claims: client.IDToken, idToken: string): ProviderPerson {
  const mail = claimText(claims, row.mailClaim)
  const username = claimText(claims, row.usernameClaim)
  const name = claimText(claims, row.nameClaim)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    label: (username || mail || name || claims.sub).slice(0, 100),
    username,
    name: name.slice(0, 50),
    mail,
    // The claim belongs to the standard address alone.
    mailVerified: claims.email_verified === true && mail === claims.email,
    roles: claimList(claims, row.roleClaim),
    sid: typeof claims.sid === 'string' ? claims.sid : '',
    idToken,
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
