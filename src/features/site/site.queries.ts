import { queryOptions } from '@tanstack/react-query'

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  // Loaded with the first call: every page comes with the answer.
  queryFn: async () => (await import('#src/features/auth/auth.functions.ts')).getSite(),
  staleTime: 5 * 60_000,
})
