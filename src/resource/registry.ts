/**
 * Every resource of the back office, by key. The key is also its controller's name in the HTTP API. The menu path and
 * the actions form the permission nodes. No other place in the code spells a node.
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

/** Menus that are pages of their own, without a resource and without buttons. */
const screens = ['dashboard'] as const

type Registry = typeof registry
export type ResourceKey = keyof Registry

/** A permission node. Roles grant it. Endpoints, guards and buttons require it. */
export type Node =
  | { [K in ResourceKey]: `${Registry[K]['menu']}/${Registry[K]['actions'][number]}` }[ResourceKey]
  | (typeof screens)[number]

/** All existing permission nodes. A super user holds all of them. */
export function allNodes(): string[] {
  const ofResources = Object.values(registry).flatMap(({ menu, actions }) => [
    menu,
    ...actions.map((action) => `${menu}/${action}`),
  ])
  return [...screens, ...ofResources]
}

/** Whether a user holds a permission node. The menu, the guard, the button and the endpoint all use this function. */
export function can(holder: { super: boolean; nodes: { has(node: string): boolean } }, node: Node): boolean {
  return holder.super || holder.nodes.has(node)
}
