import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'

const functions = keptCode(() => import('./overview.functions.ts'))

/** Always fetched again, because the office may have added an entry. */
export const overviewQuery = queryOptions({
  queryKey: ['member-overview'],
  queryFn: async () => (await functions()).getOverview(),
  staleTime: 0,
})
