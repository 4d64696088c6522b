import type { QueryClient } from '@tanstack/react-query'

/** What every route's guard and loader can use. */
export type RouteContext = {
  queryClient: QueryClient
  nonce: string | undefined
  routeAt(path: string): string | undefined
}
