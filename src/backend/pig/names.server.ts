import { allNodes, type ResourceKey, registry } from '#src/resource/registry.ts'

/** What one of our resources is at a pig back end. */
type PigResource = {
  /** Below what its CRUD calls live. */
  base: string
  /** What its permissions begin with: `sys_user` in `sys_user_add`. */
  permission: string
  /** The path of its menu. */
  menuPath: string
  /** The key field of its rows. */
  id: string
}

/** The resources of ours that a pig back end has. The others are not on its menu, and their calls answer 501. */
export const pigResources: Partial<Record<ResourceKey, PigResource>> = {
  user: { base: '/admin/user', permission: 'sys_user', menuPath: '/admin/user/index', id: 'userId' },
  role: { base: '/admin/role', permission: 'sys_role', menuPath: '/admin/role/index', id: 'roleId' },
  rule: { base: '/admin/menu', permission: 'sys_menu', menuPath: '/admin/menu/index', id: 'menuId' },
}

const entries = Object.entries(pigResources).flatMap(([key, resource]) =>
  isResource(key) && resource ? [{ ...resource, menu: registry[key].menu }] : [],
)

const absentMenus = Object.entries(registry).flatMap(([key, { menu }]) =>
  isResource(key) && pigResources[key] ? [] : [menu],
)

/** Whether a menu or a node of ours is of a resource that such a back end lacks. */
export function isAbsent(name: string): boolean {
  return absentMenus.some((menu) => name === menu || name.startsWith(`${menu}/`))
}

/** The menu name that a path of pig's menu stands for; its own path, without its slash, when it is none of ours. */
export function menuNameOf(path: string): string {
  return entries.find((one) => one.menuPath === path)?.menu ?? path.replace(/^\/+/, '')
}

/** The node that a permission stands for: `sys_user_add` is `user-role/user/add`. One of our own stays what it is. */
export function nodeOf(permission: string): string {
  for (const { permission: prefix, menu } of entries) {
    if (permission.startsWith(`${prefix}_`)) return `${menu}/${permission.slice(prefix.length + 1)}`
  }
  return permission
}

/**
 * The nodes of a person; those of what such a back end lacks are left out, whoever granted them. Seeing a list needs no permission of its own at a pig back end, and no back end has a say in
 * the dashboard.
 */
export function pigNodesOf(permissions: readonly string[]): string[] {
  const nodes = permissions.map(nodeOf).filter((node) => !isAbsent(node))
  const known = new Set(allNodes())
  const menus = nodes.filter((node) => known.has(node)).map((node) => node.slice(0, node.lastIndexOf('/')))
  return [...new Set(['dashboard', ...nodes, ...menus.flatMap((menu) => [menu, `${menu}/index`])])]
}

function isResource(key: string): key is ResourceKey {
  return key in registry
}
