import type { QueryClient } from '@tanstack/react-query'
import {
  changesNodes,
  changesQuery,
  jobsQuery,
  ownViewsQuery,
  summaryQuery,
} from '#src/features/dashboard/dashboard.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { can } from '#src/resource/registry.ts'
import { optional } from './guards.ts'

type Context = { queryClient: QueryClient; holder: Parameters<typeof can>[0] }

/**
 * Loads what the panels of the dashboard show. The first paint has what the server gets in time. In the browser, the
 * page does not wait for it.
 */
export function firstPanels({ context: { queryClient, holder } }: { context: Context }) {
  if (typeof window !== 'undefined' || queryClient.getQueryData(siteQuery.queryKey)?.backend === 'pig') return
  return Promise.all([
    optional(queryClient, summaryQuery),
    optional(queryClient, jobsQuery),
    optional(queryClient, ownViewsQuery),
    changesNodes.some((node) => can(holder, node)) && optional(queryClient, changesQuery),
  ])
}
