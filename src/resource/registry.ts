/**
 * Every resource of the back office: its key (also its controller's name in the contract) with the menu path and the
 * actions that its nodes are made of. The one place where a node can be spelt.
 */
export const registry = {
  organization: { menu: 'baseInfo/organization', actions: ['index', 'add', 'edit', 'del'] },
  subject: { menu: 'baseInfo/subject', actions: ['index', 'add', 'edit', 'del'] },
  'educate-level': { menu: 'baseInfo/educate-level', actions: ['index', 'add', 'edit', 'del'] },
  'student-year': { menu: 'baseInfo/student-year', actions: ['index', 'add', 'edit', 'del'] },
  'exam-scheme': { menu: 'baseInfo/exam-scheme', actions: ['index', 'add', 'edit', 'del'] },
  user: { menu: 'user-role/user', actions: ['index', 'add', 'edit', 'del'] },
  role: { menu: 'user-role/role', actions: ['index', 'add', 'edit', 'del'] },
  rule: { menu: 'user-role/rule', actions: ['index', 'add', 'edit', 'del'] },
} as const

/** Menus that are screens of their own, without resource and buttons. */
const screens = ['dashboard'] as const

type Registry = typeof registry
export type ResourceKey = keyof Registry

/** What a role grants and an endpoint, a guard or a button asks for. */
export type Node =
  | { [K in ResourceKey]: `${Registry[K]['menu']}/${Registry[K]['actions'][number]}` }[ResourceKey]
  | (typeof screens)[number]

/** All nodes that exist; what `super` holds. */
export function allNodes(): string[] {
  const ofResources = Object.values(registry).flatMap(({ menu, actions }) => [
    menu,
    ...actions.map((action) => `${menu}/${action}`),
  ])
  return [...screens, ...ofResources]
}

/** The one decision about permissions: for the menu, the guard, the button and the endpoint. */
export function can(holder: { super: boolean; nodes: { has(node: string): boolean } }, node: Node): boolean {
  return holder.super || holder.nodes.has(node)
}
