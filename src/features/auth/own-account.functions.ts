import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { adminOwn, memberOwn } from './own-account.api.server.ts'
import { ownPreferences } from './own-account.schema.ts'

type Own = typeof adminOwn | typeof memberOwn

const call = { side: v.picklist(['admin', 'user']), idempotencyKey: v.pipe(v.string(), v.maxLength(100)) }
const bases = { admin: '/adminApi', user: '/api' } as const

/** Saves the name of the user on this side. Returns it with its new version. The contract validates the content. */
export const saveOwnProfile = createServerFn({ method: 'POST' })
  .validator(v.object({ ...call, nickname: v.string(), signature: v.string(), version: v.number() }))
  .handler(async ({ data: { side, idempotencyKey, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/profile` as const
    return (await callEndpoint<Own['profile']>(session, { method: 'POST', path, body, idempotencyKey })).data
  })

/** Saves how the user on this side wants the product to be, in every browser. */
export const saveOwnPreferences = createServerFn({ method: 'POST' })
  .validator(v.object({ side: call.side, ...ownPreferences.entries }))
  .handler(async ({ data: { side, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/preferences` as const
    return (await callEndpoint<Own['preferences']>(session, { method: 'POST', path, body })).data
  })

/** Changes the password of the user on this side. Returns the server's message, with the number of ended sign-ins. */
export const changeOwnPassword = createServerFn({ method: 'POST' })
  .validator(v.object({ ...call, oldPassword: v.string(), newPassword: v.string() }))
  .handler(async ({ data: { side, idempotencyKey, ...body } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/user/password` as const
    return (await callEndpoint<Own['password']>(session, { method: 'POST', path, body, idempotencyKey })).msg
  })
