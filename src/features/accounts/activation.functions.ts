import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import type { accountEndpoints } from './account-endpoints.api.server.ts'

const text = v.pipe(v.string(), v.maxLength(100))

/** Sets the first password of an imported account. Returns the server's message. */
export const activateAccount = createServerFn({ method: 'POST' })
  .validator(v.object({ side: v.picklist(['admin', 'user']), username: text, code: text, password: text }))
  .handler(async ({ data }) => {
    const { msg } = await callEndpoint<typeof accountEndpoints.activate>(undefined, {
      method: 'POST',
      path: '/auth/activate',
      body: data,
    })
    return msg
  })
