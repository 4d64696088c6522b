import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import type { BrowserSession } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { beginSession, deviceId, dropSession, keepDevice, readSession } from '#src/backend/cookie.server.ts'
import { passwordGrant } from '#src/backend/grant.server.ts'
import { backendKind } from '#src/backend/kind.server.ts'
import { newPigCaptcha } from '#src/backend/pig/captcha.server.ts'
import { passkeyPlace } from '#src/features/factors/passkey-place.server.ts'
import type { adminIdentities, memberIdentities } from '#src/features/providers/identity.api.server.ts'
import { knownSite } from '#src/features/site/known-site.server.ts'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'
import { brandStyle } from '#src/lib/brand.ts'
import { memberNameRule } from '#src/lib/member-name.ts'
import { allowMedia, allowStyleSheet } from '#src/server/request-facts.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import { loadAdmin, loadMember } from './boot.server.ts'
import { preferencesOfSession } from './session-preferences.server.ts'
import type { tokenEndpoints } from './token.api.server.ts'

type Leave = (typeof adminIdentities | typeof memberIdentities)['leave']

const side = v.picklist(['admin', 'user'])

/**
 * The captcha fields of a sign-in, in addition to the password: those of our own captcha, or those of a pig gateway.
 */
const captcha = v.record(
  v.picklist(['captcha_id', 'captcha_info', 'randomStr', 'code']),
  v.pipe(v.string(), v.maxLength(2000)),
)

const credentials = { password: passwordRule, keep: v.boolean(), captcha: v.optional(captcha) }

/** The site data that public pages need, with the kind of back end and the site's origin. */
export const getSite = createServerFn().handler(async () => {
  const site = await knownSite()
  allowStyleSheet(site.iconfontUrl)
  allowMedia(site.cdnUrl)
  // The style is made here, so that pages do not load what computes it.
  const [backend, origin] = [backendKind(), siteOrigin(getRequest())]
  const passkeys = backend !== 'pig' && passkeyPlace(origin) !== undefined
  return { ...site, brandStyle: brandStyle(site.brandColour), backend, origin, passkeys }
})

/** The captcha of a pig gateway: a picture with a sum to solve at sign-in. Null when the gateway has none. */
export const getPigCaptcha = createServerFn({ method: 'POST' }).handler(() => newPigCaptcha())

/** User, permission nodes and menus of the back office session; null when no user is signed in. */
export const getAdminBoot = createServerFn().handler(async () => {
  const session = await readSession('admin')
  return session ? await loadAdmin(session) : null
})

/** User, permission nodes and menus of the member center session; null when no user is signed in. */
export const getMemberBoot = createServerFn().handler(async () => {
  const session = await readSession('user')
  return session ? await loadMember(session) : null
})

/**
 * Signs in on one side and leaves the other side's session unchanged. A refusal is returned as a value, so the form
 * keeps its content.
 */
export const signIn = createServerFn({ method: 'POST' })
  .validator(
    v.variant('side', [
      v.object({ side: v.literal('admin'), username: accountRule, ...credentials }),
      v.object({ side: v.literal('user'), username: memberNameRule, ...credentials }),
    ]),
  )
  .handler(async ({ data }) => {
    try {
      const device = deviceId()
      const tokens = await passwordGrant(data.side, data, device)
      const session = await beginSession(data.side, tokens, data.keep)
      keepDevice(device)
      return { ok: true, preferences: await preferencesOfSession(session) } as const
    } catch (error) {
      // A server that failed is no refusal: its error has the number to quote.
      if (!(error instanceof BackendError) || error.code >= 500) throw error
      const { message, fieldErrors: errors, wantsCaptcha, wantsFactor: factor } = error
      return { ok: false, message, errors, captcha: wantsCaptcha, factor } as const
    }
  })

/**
 * Ends one side's session. The session is deleted only after the back end answers 200, or 401 because it is already
 * over.
 */
export const signOut = createServerFn({ method: 'POST' })
  .validator(v.object({ side }))
  .handler(async ({ data }) => {
    const session = await readSession(data.side)
    if (!session) return null
    const leaving = await leavingAt(session)
    try {
      await callEndpoint<typeof tokenEndpoints.logout>(session, { method: 'DELETE', path: '/auth/token/logout' })
    } catch (error) {
      // 401: the session is already over, so the browser's session can be dropped.
      if (!(error instanceof BackendError && error.code === 401)) throw error
    }
    await dropSession(session)
    return leaving
  })

/** Where signing out goes on: at the identity provider that began the sign-in, if it is configured so. */
async function leavingAt(session: BrowserSession): Promise<string | null> {
  if (backendKind() === 'pig') return null
  const path = session.side === 'admin' ? '/adminApi/identity/leave' : '/api/identity/leave'
  const body = { origin: siteOrigin(getRequest()) }
  // Signing out here must not depend on it.
  const answer = await callEndpoint<Leave>(session, { method: 'POST', path, body }).catch(() => undefined)
  return answer?.data.url ?? null
}
