import { allNodes, isRegistered, type ResourceKey, registry } from '#src/resource/registry.ts'

/** The counterpart of one of the product's resources in a pig back end. */
type PigResource = {
  /** The base path of its CRUD calls. */
  base: string
  /** The prefix of its permissions: `sys_user` in `sys_user_add`. */
  permission: string
  /** Its path in pig's menu. */
  menuPath: string
  /** The key field of its rows. */
  id: string
}

/** The product's resources that a pig back end has. The others are not on its menu, and their calls answer 501. */
export const pigResources: Partial<Record<ResourceKey, PigResource>> = {
  user: { base: '/admin/user', permission: 'sys_user', menuPath: '/admin/user/index', id: 'userId' },
  role: { base: '/admin/role', permission: 'sys_role', menuPath: '/admin/role/index', id: 'roleId' },
  rule: { base: '/admin/menu', permission: 'sys_menu', menuPath: '/admin/menu/index', id: 'menuId' },
}

const entries = Object.entries(pigResources).flatMap(([key, resource]) =>
  isRegistered(key) && resource ? [{ ...resource, menu: registry[key].menu }] : [],
)

const absentMenus = Object.entries(registry).flatMap(([key, { menu }]) =>
  isRegistered(key) && pigResources[key] ? [] : [menu],
)

/** Whether a menu or a permission node belongs to a resource that a pig back end does not have. */
export function isAbsent(name: string): boolean {
  return absentMenus.some((menu) => name === menu || name.startsWith(`${menu}/`))
}

/** The product's menu name for a path of pig's menu. For an unknown path it is the path without its leading slashes. */
export function menuNameOf(path: string): string {
  return entries.find((one) => one.menuPath === path)?.menu ?? path.replace(/^\/+/, '')
}

/**
 * The permission node for a permission of pig: `sys_user_add` is `user-role/user/add`. A node of the product stays as
 * it is.
 */
export function nodeOf(permission: string): string {
  for (const { permission: prefix, menu } of entries) {
    if (permission.startsWith(`${prefix}_`)) return `${menu}/${permission.slice(prefix.length + 1)}`
  }
  return permission
}

/**
 * The user's permission nodes, without those of resources that a pig back end does not have. A pig back end needs no
 * permission to view a list, so the view nodes are added. The dashboard needs no permission of the back end.
 */
export function pigNodesOf(permissions: readonly string[]): string[] {
  const nodes = permissions.map(nodeOf).filter((node) => !isAbsent(node))
  const known = new Set(allNodes())
  const menus = nodes.filter((node) => known.has(node)).map((node) => node.slice(0, node.lastIndexOf('/')))
  return [...new Set(['dashboard', ...nodes, ...menus.flatMap((menu) => [menu, `${menu}/index`])])]
}
