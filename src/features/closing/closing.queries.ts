import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'

export const closingFunctions = keptCode(() => import('./closing.functions.ts'))

/** Always fetched again, because the office may have answered. */
export const closingQuery = queryOptions({
  queryKey: ['own-closing'],
  queryFn: async () => (await closingFunctions()).getClosing(),
  staleTime: 0,
})
