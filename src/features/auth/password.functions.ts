import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { readSession } from '#src/backend/cookie.server.ts'
import type { passwordEndpoints } from './password.api.server.ts'

type Calls = typeof passwordEndpoints

/** What a new password needs, in sentences. */
export const getPasswordPolicy = createServerFn().handler(
  async () => (await callEndpoint<Calls['policy']>(undefined, { method: 'GET', path: '/api/password/policy' })).data,
)

/** How good a password is. With a side, of the user who is signed in there. */
export const checkPassword = createServerFn({ method: 'POST' })
  .validator(
    v.object({
      side: v.optional(v.picklist(['admin', 'user'])),
      password: v.string(),
      names: v.optional(v.array(v.string())),
    }),
  )
  .handler(async ({ data: { side, ...body } }) => {
    const session = side && (await readSession(side))
    return (await callEndpoint<Calls['check']>(session, { method: 'POST', path: '/api/password/check', body })).data
  })
