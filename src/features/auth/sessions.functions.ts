import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callApi } from '#src/backend/client.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { SessionRow } from './sessions.server.ts'

const side = v.picklist(['admin', 'user'])
const paths = { admin: '/adminApi/session', user: '/api/session' } as const
const idempotencyKey = v.pipe(v.string(), v.maxLength(100))

/** The sign-ins of the user on this side, the last used first. */
export const getSignIns = createServerFn()
  .validator(v.object({ side }))
  .handler(async ({ data }) => {
    const session = await requireSession(data.side)
    const answer = await callApi(session, { method: 'GET', path: `${paths[data.side]}/index` })
    // Seam: the API sends this response to this request.
    return (answer.data as { list: SessionRow[] }).list
  })

/** Ends one sign-in or, without `id`, all except the current one. Returns the server's message. */
export const endSignIns = createServerFn({ method: 'POST' })
  .validator(v.object({ side, id: v.optional(v.number()), idempotencyKey }))
  .handler(async ({ data: { side, id, idempotencyKey } }) => {
    const session = await requireSession(side)
    const path = paths[side]
    const { msg } = await callApi(
      session,
      id === undefined
        ? { method: 'POST', path: `${path}/endOthers`, idempotencyKey }
        : {
            method: 'DELETE',
            path: `${path}/del`,
            idempotencyKey,
            query: new URLSearchParams([['ids[]', String(id)]]),
          },
    )
    return msg
  })
