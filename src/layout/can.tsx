import { createContext, type ReactNode, use } from 'react'
import type { MemberNode } from '#src/resource/member-pages.ts'
import { can, type Node, type SUPER } from '#src/resource/registry.ts'

type Holder = { super: boolean; nodes: ReadonlySet<string>; off?: ReadonlySet<string> }

const nobody: Holder = { super: false, nodes: new Set() }
const PermissionContext = createContext<Holder>(nobody)

/** Provides the signed-in user's permission nodes to all components below. */
export function PermissionProvider({ holder, children }: { holder: Holder; children: ReactNode }) {
  return <PermissionContext value={holder}>{children}</PermissionContext>
}

/** Returns a function that tests whether the signed-in user holds a permission node. */
export function useCan(): (node: Node | MemberNode | typeof SUPER) => boolean {
  const holder = use(PermissionContext)
  return (node) => can(holder, node)
}

/** Renders its content only if the signed-in user holds the permission node. */
export function Can({ node, children }: { node: Node; children: ReactNode }) {
  return useCan()(node) ? children : null
}
