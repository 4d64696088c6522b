import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import { guardianKin } from './kin.ts'
import type { ownFamilyEndpoints } from './own-family.api.server.ts'

type Family = typeof ownFamilyEndpoints

const code = v.pipe(v.string(), v.maxLength(100))
const idempotencyKey = v.pipe(v.string(), v.maxLength(100))

/** The pupils who are linked to the member. */
export const getOwnFamily = createServerFn().handler(async () => {
  const session = await requireSession('user')
  return (await callEndpoint<Family['index']>(session, { method: 'GET', path: '/api/family/index' })).data
})

/** Whom a code is for. It stays unused. */
export const lookAtCode = createServerFn({ method: 'POST' })
  .validator(v.object({ code }))
  .handler(async ({ data }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/family/check', body: data } as const
    return (await callEndpoint<Family['check']>(session, call)).data
  })

/** Uses a code. Returns the server's message. */
export const bindCode = createServerFn({ method: 'POST' })
  .validator(v.object({ code, relation: v.optional(v.picklist(['self', ...guardianKin])), idempotencyKey }))
  .handler(async ({ data: { idempotencyKey: key, ...body } }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/family/bind', body, idempotencyKey: key } as const
    return (await callEndpoint<Family['bind']>(session, call)).msg
  })

/** Takes a link away. Returns the server's message. */
export const revokeLink = createServerFn({ method: 'POST' })
  .validator(v.object({ id: v.number(), idempotencyKey }))
  .handler(async ({ data: { id, idempotencyKey: key } }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/family/revoke', body: { id }, idempotencyKey: key } as const
    return (await callEndpoint<Family['revoke']>(session, call)).msg
  })
