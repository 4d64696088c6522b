import type { QueryClient } from '@tanstack/react-query'
import { storeQuery } from '#src/features/modules/store.queries.ts'
import { optional } from './guards.ts'

/**
 * Loads the cards of the store for the first paint. In the browser the page asks itself, because the index may be on
 * another machine: only the server calls this.
 */
export async function firstModules({ queryClient }: { queryClient: QueryClient }): Promise<void> {
  await optional(queryClient, storeQuery)
}
