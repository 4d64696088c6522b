import type { QueryClient } from '@tanstack/react-query'

/** What every route's guard and loader can use. */
export type RouteContext = {
  queryClient: QueryClient
  nonce: string | undefined
  routeAt(path: string): string | undefined
  /** Hosts that the policy of this document lets frames show pages of. */
  frameHosts(): readonly string[]
  /** The address of the page that was shown before; empty at the first. */
  cameFrom(): string
}
