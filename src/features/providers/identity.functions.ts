import { createServerFn } from '@tanstack/react-start'
import { getRequest, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import type { adminIdentities, memberIdentities } from './identity.api.server.ts'
import { VISIT_SECONDS, visitCookie, visitName } from './visit-cookie.ts'

type Identities = typeof adminIdentities | typeof memberIdentities

const side = v.picklist(['admin', 'user'])
const bases = { admin: '/adminApi', user: '/api' } as const

/** The linked sign-ins of the user on this side, and the providers that can be linked. */
export const getIdentities = createServerFn()
  .validator(v.object({ side }))
  .handler(async ({ data: { side } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/identity/index` as const
    return (await callEndpoint<Identities['index']>(session, { method: 'GET', path })).data
  })

/**
 * Begins to link a sign-in, for which the user gives a fresh proof. The key of the visit stays in a cookie.
 * @returns the address of the provider
 */
export const beginLink = createServerFn({ method: 'POST' })
  .validator(v.object({ side, provider: v.number() }))
  .handler(async ({ data: { side, provider } }) => {
    const session = await requireSession(side)
    const request = getRequest()
    const path = `${bases[side]}/identity/begin` as const
    const body = { provider, purpose: 'link', origin: siteOrigin(request) } as const
    const { data } = await callEndpoint<Identities['begin']>(session, { method: 'POST', path, body })
    const secure = new URL(request.url).protocol === 'https:'
    const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: VISIT_SECONDS } as const
    setCookie(visitCookie(visitName(data.state)), data.key, options)
    return data.url
  })

/** Unlinks a sign-in. Returns the server's message. */
export const unlinkIdentityOf = createServerFn({ method: 'POST' })
  .validator(v.object({ side, id: v.number(), idempotencyKey: v.pipe(v.string(), v.maxLength(100)) }))
  .handler(async ({ data: { side, id, idempotencyKey } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/identity/unlink` as const
    const call = { method: 'POST', path, body: { id }, idempotencyKey } as const
    return (await callEndpoint<Identities['unlink']>(session, call)).msg
  })
