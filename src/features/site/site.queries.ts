import { queryOptions } from '@tanstack/react-query'

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  // Loaded on the first call, because every page arrives with this data.
  queryFn: async () => (await import('#src/features/auth/auth.functions.ts')).getSite(),
  staleTime: 5 * 60_000,
})
