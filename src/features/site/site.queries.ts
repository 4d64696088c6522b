import { queryOptions } from '@tanstack/react-query'
import { authCalls } from '#src/features/auth/auth-calls.ts'

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async () => (await authCalls()).getSite(),
  staleTime: 5 * 60_000,
})
