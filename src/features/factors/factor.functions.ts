import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import type { adminFactors, memberFactors } from './factor.api.server.ts'

type Factors = typeof adminFactors | typeof memberFactors

const side = v.picklist(['admin', 'user'])
const bases = { admin: '/adminApi', user: '/api' } as const
const ofSide = v.object({ side })

/** The second factors and passkeys of the user on this side. */
export const getFactors = createServerFn()
  .validator(ofSide)
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/index` as const
    const query = { origin: siteOrigin(getRequest()) }
    return (await callEndpoint<Factors['index']>(await requireSession(data.side), { method: 'GET', path, query })).data
  })

/** Begins to set up an authenticator app. */
export const beginApp = createServerFn({ method: 'POST' })
  .validator(ofSide)
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/totpBegin` as const
    return (await callEndpoint<Factors['totpBegin']>(await requireSession(data.side), { method: 'POST', path })).data
  })

/** Confirms the authenticator app with one of its codes. Returns the recovery codes, if they are new. */
export const confirmApp = createServerFn({ method: 'POST' })
  .validator(v.object({ side, code: v.string() }))
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/totpConfirm` as const
    const body = { code: data.code }
    return (await callEndpoint<Factors['totpConfirm']>(await requireSession(data.side), { method: 'POST', path, body }))
      .data
  })

/** Removes the authenticator app. Returns the server's message. */
export const removeApp = createServerFn({ method: 'POST' })
  .validator(ofSide)
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/totpRemove` as const
    return (await callEndpoint<Factors['totpRemove']>(await requireSession(data.side), { method: 'POST', path })).msg
  })

/** Makes new recovery codes. */
export const newCodes = createServerFn({ method: 'POST' })
  .validator(ofSide)
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/recovery` as const
    return (await callEndpoint<Factors['recovery']>(await requireSession(data.side), { method: 'POST', path })).data
  })

/** What the browser needs to make a passkey. */
export const getPasskeyOptions = createServerFn({ method: 'POST' })
  .validator(ofSide)
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/factor/passkeyOptions` as const
    const body = { origin: siteOrigin(getRequest()) }
    const session = await requireSession(data.side)
    return (await callEndpoint<Factors['passkeyOptions']>(session, { method: 'POST', path, body })).data.options
  })

/** Adds a passkey. Returns the recovery codes, if they are new. */
export const addPasskey = createServerFn({ method: 'POST' })
  .validator(v.object({ side, name: v.string(), response: v.string() }))
  .handler(async ({ data: { side, ...given } }) => {
    const path = `${bases[side]}/factor/passkeyAdd` as const
    const body = { ...given, origin: siteOrigin(getRequest()) }
    return (await callEndpoint<Factors['passkeyAdd']>(await requireSession(side), { method: 'POST', path, body })).data
  })

/** Renames a passkey. Returns the server's message. */
export const renamePasskey = createServerFn({ method: 'POST' })
  .validator(v.object({ side, id: v.number(), name: v.string() }))
  .handler(async ({ data: { side, ...body } }) => {
    const path = `${bases[side]}/factor/passkeyRename` as const
    return (await callEndpoint<Factors['passkeyRename']>(await requireSession(side), { method: 'POST', path, body }))
      .msg
  })

/** Removes a passkey. Returns the server's message. */
export const removePasskey = createServerFn({ method: 'POST' })
  .validator(v.object({ side, id: v.number() }))
  .handler(async ({ data: { side, ...body } }) => {
    const path = `${bases[side]}/factor/passkeyRemove` as const
    return (await callEndpoint<Factors['passkeyRemove']>(await requireSession(side), { method: 'POST', path, body }))
      .msg
  })
