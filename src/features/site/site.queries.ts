import { queryOptions } from '@tanstack/react-query'
import { getSite } from '#src/features/auth/auth.functions.ts'

/** The public settings of the site. */
export const siteQuery = queryOptions({ queryKey: ['site'], queryFn: () => getSite(), staleTime: 5 * 60_000 })
