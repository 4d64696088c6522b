import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callApi } from '#src/backend/client.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { SessionRow } from './sessions.server.ts'

const idempotencyKey = v.pipe(v.string(), v.maxLength(100))

/** Where the person of the back office is signed in, the last used first. */
export const getSignIns = createServerFn().handler(async () => {
  const session = await requireSession('admin')
  const answer = await callApi(session, { method: 'GET', path: '/adminApi/session/index' })
  // Seam: the contract's own answer to this very call.
  return (answer.data as { list: SessionRow[] }).list
})

/** Ends one of these sign-ins, or all but this one; returns the server's word about it. */
export const endSignIns = createServerFn({ method: 'POST' })
  .validator(v.object({ id: v.optional(v.number()), idempotencyKey }))
  .handler(async ({ data: { id, idempotencyKey } }) => {
    const session = await requireSession('admin')
    const { msg } = await callApi(
      session,
      id === undefined
        ? { method: 'POST', path: '/adminApi/session/endOthers', idempotencyKey }
        : {
            ...{ method: 'DELETE', path: '/adminApi/session/del', idempotencyKey },
            query: new URLSearchParams([['ids[]', String(id)]]),
          },
    )
    return msg
  })
