import { createContext, type ReactNode, use } from 'react'
import { can, type Node } from '#src/resource/registry.ts'

type Holder = { super: boolean; nodes: ReadonlySet<string> }

const nobody: Holder = { super: false, nodes: new Set() }
const PermissionContext = createContext<Holder>(nobody)

/** Makes the signed-in person's nodes known to everything below. */
export function PermissionProvider({ holder, children }: { holder: Holder; children: ReactNode }) {
  return <PermissionContext value={holder}>{children}</PermissionContext>
}

/** Whether the signed-in person holds a node. */
export function useCan(): (node: Node) => boolean {
  const holder = use(PermissionContext)
  return (node) => can(holder, node)
}

/** Removes its content from the page unless the signed-in person holds the node. */
export function Can({ node, children }: { node: Node; children: ReactNode }) {
  return useCan()(node) ? children : null
}
