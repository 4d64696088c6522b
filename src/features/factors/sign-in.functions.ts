import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { beginSession, deviceId, keepDevice } from '#src/backend/cookie.server.ts'
import { factorGrant } from '#src/backend/grant.server.ts'
import { preferencesOfSession } from '#src/features/auth/session-preferences.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import { givenFactor } from './given-factor.ts'
import type { signInOptionsCall } from './sign-in-options.api.server.ts'

const side = v.picklist(['admin', 'user'])
const token = v.optional(v.pipe(v.string(), v.maxLength(100)))

/** Ends a begun sign-in with the second factor, or signs in with a passkey alone. A refusal is returned as a value. */
export const finishSignIn = createServerFn({ method: 'POST' })
  .validator(v.object({ side, keep: v.boolean(), token, given: givenFactor }))
  .handler(async ({ data: { side, keep, token: ticket, given } }) => {
    try {
      const device = deviceId()
      const form = {
        ...given,
        ...(ticket === undefined ? {} : { mfa_token: ticket }),
        ...(given.way === 'passkey' ? { origin: siteOrigin(getRequest()) } : {}),
        ...(keep ? { keep: '1' } : {}),
      }
      const session = await beginSession(side, await factorGrant(side, form, device), keep)
      keepDevice(device)
      return { ok: true, preferences: await preferencesOfSession(session) } as const
    } catch (error) {
      if (!(error instanceof BackendError) || error.code >= 500) throw error
      const errors = Object.keys(error.fieldErrors).length > 0 ? error.fieldErrors : undefined
      return { ok: false, message: error.message, errors } as const
    }
  })

export type FactorSignIn = Extract<Awaited<ReturnType<typeof finishSignIn>>, { ok: true }>

/** What the browser needs to sign in with a passkey. */
export const getSignInOptions = createServerFn({ method: 'POST' })
  .validator(v.object({ side, token }))
  .handler(async ({ data }) => {
    const body = { side: data.side, origin: siteOrigin(getRequest()), ...(data.token ? { mfa_token: data.token } : {}) }
    const call = { method: 'POST', path: '/auth/passkeyOptions', body } as const
    return (await callEndpoint<typeof signInOptionsCall>(undefined, call)).data.options
  })
