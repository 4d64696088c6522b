import type { QueryClient } from '@tanstack/react-query'

/** The context that every route's guard and loader can use. */
export type RouteContext = {
  queryClient: QueryClient
  nonce: string | undefined
  routeAt(path: string): string | undefined
  /** Hosts that this document's Content-Security-Policy allows in frames. */
  frameHosts(): readonly string[]
  /** The path of the page that was shown before; empty for the first page. */
  cameFrom(): string
}
