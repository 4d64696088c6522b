import type { QueryClient } from '@tanstack/react-query'
import type { MemberNode } from '#src/resource/member-pages.ts'
import type { Node } from '#src/resource/registry.ts'

/** The context that every route's guard and loader can use. */
export type RouteContext = {
  queryClient: QueryClient
  nonce: string | undefined
  routeAt(path: string): string | undefined
  /** The permission node of the page at a path; undefined when it needs none. */
  nodeAt(path: string): Node | MemberNode | undefined
  /** Hosts that this document's Content-Security-Policy allows in frames. */
  frameHosts(): readonly string[]
  /** The path of the page that was shown before; empty for the first page. */
  cameFrom(): string
}
