import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { closingEndpoints } from './closing.api.server.ts'

type Closing = typeof closingEndpoints

const sent = v.object({ idempotencyKey: v.pipe(v.string(), v.maxLength(100)) })

/** What the member has asked for, and what is lost with the account. */
export const getClosing = createServerFn().handler(async () => {
  const session = await requireSession('user')
  return (await callEndpoint<Closing['own']>(session, { method: 'GET', path: '/api/user/closing' })).data
})

/** Asks for the account to be closed. Returns the server's message. */
export const askClosing = createServerFn({ method: 'POST' })
  .validator(sent)
  .handler(async ({ data: { idempotencyKey } }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/user/closing', idempotencyKey } as const
    return (await callEndpoint<Closing['ask']>(session, call)).msg
  })

/** Takes the request back. Returns the server's message. */
export const takeBackClosing = createServerFn({ method: 'POST' })
  .validator(sent)
  .handler(async ({ data: { idempotencyKey } }) => {
    const session = await requireSession('user')
    const call = { method: 'POST', path: '/api/user/closing/withdraw', idempotencyKey } as const
    return (await callEndpoint<Closing['withdraw']>(session, call)).msg
  })
