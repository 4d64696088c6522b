import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { adminSessions, memberSessions } from './sessions.api.server.ts'

type Sessions = typeof adminSessions | typeof memberSessions

const side = v.picklist(['admin', 'user'])
const bases = { admin: '/adminApi', user: '/api' } as const
/** Another account, whose sign-ins the user may manage. */
const accountId = v.optional(v.number())
const idempotencyKey = v.pipe(v.string(), v.maxLength(100))

/** The sign-ins of the user on this side, or of another account, the last used first. */
export const getSignIns = createServerFn()
  .validator(v.object({ side, accountId }))
  .handler(async ({ data }) => {
    const session = await requireSession(data.side)
    const path = `${bases[data.side]}/session/index` as const
    return (
      await callEndpoint<Sessions['index']>(session, {
        method: 'GET',
        path,
        query: { accountId: data.accountId },
      })
    ).data.list
  })

/** A page of the sign-ins and failed attempts of the user, or of another account, the newest first. */
export const getSignInHistory = createServerFn()
  .validator(v.object({ side, accountId, before: v.optional(v.number()) }))
  .handler(async ({ data: { side, ...query } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/session/history` as const
    return (await callEndpoint<Sessions['history']>(session, { method: 'GET', path, query })).data
  })

/** Ends one sign-in or, without `id`, all except the current one. Returns the server's message. */
export const endSignIns = createServerFn({ method: 'POST' })
  .validator(v.object({ side, accountId, id: v.optional(v.number()), idempotencyKey }))
  .handler(async ({ data: { side, accountId, id, idempotencyKey } }) => {
    const session = await requireSession(side)
    const base = bases[side]
    const { msg } =
      id === undefined
        ? await callEndpoint<Sessions['endOthers']>(session, {
            method: 'POST',
            path: `${base}/session/endOthers`,
            query: { accountId },
            idempotencyKey,
          })
        : await callEndpoint<Sessions['del']>(session, {
            method: 'DELETE',
            path: `${base}/session/del`,
            query: { 'ids[]': [id], accountId },
            idempotencyKey,
          })
    return msg
  })
