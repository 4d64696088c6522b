import { createServerFn } from '@tanstack/react-start'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { ownDataEndpoints } from './own-data.api.server.ts'

/** Asks for the archive of the signed-in member. Returns the key that opens its download. */
export const askForOwnData = createServerFn({ method: 'POST' }).handler(async () => {
  const session = await requireSession('user')
  const path = '/api/user/data'
  return (await callEndpoint<typeof ownDataEndpoints.ask>(session, { method: 'POST', path })).data.key
})
