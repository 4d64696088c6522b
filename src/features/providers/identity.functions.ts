import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { adminIdentities, memberIdentities } from './identity.api.server.ts'

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

/** Unlinks a sign-in. Returns the server's message. */
export const unlinkIdentityOf = createServerFn({ method: 'POST' })
  .validator(v.object({ side, id: v.number(), idempotencyKey: v.pipe(v.string(), v.maxLength(100)) }))
  .handler(async ({ data: { side, id, idempotencyKey } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/identity/unlink` as const
    const call = { method: 'POST', path, body: { id }, idempotencyKey } as const
    return (await callEndpoint<Identities['unlink']>(session, call)).msg
  })
