import { createServerFn } from '@tanstack/react-start'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { overviewEndpoints } from './overview.api.server.ts'

/** The last seven days of the signed-in member, and whether the account has a second factor. */
export const getOverview = createServerFn().handler(async () => {
  const session = await requireSession('user')
  const path = '/api/user/overview'
  return (await callEndpoint<typeof overviewEndpoints.overview>(session, { method: 'GET', path })).data
})
