import type { MemberNode } from './member-pages.ts'

/** The verbs that the kit serves for any resource. Further verbs are named calls of a resource's own. */
export const standardVerbs = ['index', 'add', 'edit', 'del'] as const
export type StandardVerb = (typeof standardVerbs)[number]

/**
 * Every resource of the back office, by key. The key is also its controller's name in the HTTP API. The menu path and
 * the verbs form the permission nodes, and the type `Node` checks each node that the code names. What a resource offers
 * follows from its verbs: endpoints, buttons, import, bulk edits, history and undo (`offers.ts`).
 */
export const registry = {
  organization: { menu: 'baseInfo/organization', verbs: standardVerbs, tree: true },
  subject: { menu: 'baseInfo/subject', verbs: standardVerbs },
  'educate-level': { menu: 'baseInfo/educate-level', verbs: standardVerbs },
  'student-year': { menu: 'baseInfo/student-year', verbs: standardVerbs },
  'exam-scheme': { menu: 'baseInfo/exam-scheme', verbs: [...standardVerbs, 'publish'] },
  student: { menu: 'baseInfo/student', verbs: [...standardVerbs, 'promote'] },
  term: { menu: 'baseInfo/term', verbs: standardVerbs },
  teaching: { menu: 'baseInfo/teaching', verbs: standardVerbs },
  guardian: { menu: 'baseInfo/guardian', verbs: ['index', 'del', 'code'] },
  exam: { menu: 'exam/exam', verbs: [...standardVerbs, 'roster', 'lock', 'publish', 'check'] },
  candidate: { menu: 'exam/candidate', verbs: ['index', 'edit', 'pupil'] },
  correction: { menu: 'exam/correction', verbs: ['index', 'add', 'correct'] },
  user: { menu: 'user-role/user', verbs: standardVerbs },
  role: { menu: 'user-role/role', verbs: standardVerbs, tree: true },
  rule: { menu: 'user-role/rule', verbs: standardVerbs, tree: true },
  'member-rule': { menu: 'user/rule', verbs: standardVerbs, tree: true },
  member: { menu: 'user/user', verbs: standardVerbs },
  'member-group': { menu: 'user/group', verbs: standardVerbs },
  'admin-log': { menu: 'auth/adminLog', verbs: ['index', 'all', 'verify'] },
  attachment: { menu: 'routine/attachment', verbs: ['index', 'edit', 'del'] },
  outbox: { menu: 'routine/outbox', verbs: ['index', 'send'] },
  template: { menu: 'routine/template', verbs: ['index', 'edit'] },
  config: { menu: 'routine/config', verbs: standardVerbs },
  provider: { menu: 'routine/provider', verbs: standardVerbs },
  announcement: { menu: 'routine/announcement', verbs: standardVerbs },
  'money-log': { menu: 'user/moneyLog', verbs: ['index', 'add'] },
  'score-log': { menu: 'user/scoreLog', verbs: ['index', 'add'] },
  'data-recycle-log': { menu: 'security/dataRecycleLog', verbs: ['index', 'restore'] },
  'sensitive-data-log': { menu: 'security/sensitiveDataLog', verbs: ['index', 'rollback'] },
  'data-recycle': { menu: 'security/dataRecycle', verbs: standardVerbs },
  'sensitive-data': { menu: 'security/sensitiveData', verbs: standardVerbs },
  crud: { menu: 'crud/crud', verbs: ['index'] },
  'module-log': { menu: 'moduleStore', verbs: ['index'] },
  'legal-hold': { menu: 'security/legalHold', verbs: standardVerbs },
} as const satisfies Record<string, Registered>

/** `tree`: the description says so, too; the route of the list knows it before the description is loaded. */
type Registered = { menu: string; verbs: readonly string[]; tree?: true }

/** Menus that are pages of their own, without a resource, with the verbs of their calls. */
export const screens = {
  dashboard: [],
  'exam/data': ['index', 'enter', 'submit'],
  'exam/param': ['index', 'edit'],
  report: ['index', 'note'],
} as const satisfies Record<string, readonly string[]>

type Registry = typeof registry
export type ResourceKey = keyof Registry
type Screens = typeof screens
export type Verb = Registry[ResourceKey]['verbs'][number] | Screens[keyof Screens][number]

/** A permission node. Roles grant it. Endpoints, guards and buttons require it. */
export type Node =
  | { [K in ResourceKey]: `${Registry[K]['menu']}/${Registry[K]['verbs'][number]}` }[ResourceKey]
  | keyof Screens
  | { [K in keyof Screens]: `${K}/${Screens[K][number]}` }[keyof Screens]

/** In place of a node: only super administrators. No role grants it, whatever its rules are called. */
export const SUPER = 'super'

/** The permission nodes of a resource by verb. A verb that the resource does not have has no node. */
export type ResourceNodes = { readonly index: Node } & { readonly [verb: string]: Node | undefined }

/** What this module needs of a description. `verbs` are those of a runtime resource. */
type Described = {
  readonly key: string
  readonly menu: string
  readonly verbs?: readonly StandardVerb[]
  readonly importNode?: Node
}

/** The verbs of a resource: from the registry, or from the description of a runtime resource. */
export function verbsOf({ key, verbs = standardVerbs }: Described): readonly string[] {
  return isRegistered(key) ? registry[key].verbs : verbs
}

/** The permission nodes of a resource. */
export function nodesOf(resource: Described): ResourceNodes {
  const { importNode } = resource
  if (importNode) return { index: importNode, add: importNode, edit: importNode }
  // Seam: the menu path of a runtime resource is only known as text; its description says which nodes exist.
  const node = (verb: string) => `${resource.menu}/${verb}` as Node
  return { index: node('index'), ...Object.fromEntries(verbsOf(resource).map((verb) => [verb, node(verb)])) }
}

/** The verbs of a resource, each with its permission node, in their order. */
export function verbNodes(resource: Described): { verb: string; node: Node }[] {
  const nodes = nodesOf(resource)
  return verbsOf(resource).flatMap((verb) => {
    const node = nodes[verb]
    return node ? [{ verb, node }] : []
  })
}

/** Whether a resource in code has this key. */
export function isRegistered(key: string): key is ResourceKey {
  return Object.hasOwn(registry, key)
}

const verbsByMenuList: readonly (readonly [menu: string, verbs: readonly string[]])[] = [
  ...Object.values(registry).map(({ menu, verbs }) => [menu, verbs] as const),
  ...Object.entries(screens),
]

/** The permission nodes of the verbs of all resources and screens in code. */
export function buttonNodes(): string[] {
  return verbsByMenuList.flatMap(([menu, verbs]) => verbs.map((verb) => `${menu}/${verb}`))
}

/** Whether a name is a permission node or a menu of the code. */
export function isRegisteredNode(name: string): boolean {
  return registered.has(name)
}

/** All permission nodes of the code: those of verbs, and those of menus. A super user holds all of them. */
export function allNodes(): string[] {
  return [...verbsByMenuList.map(([menu]) => menu), ...buttonNodes()]
}

const registered: ReadonlySet<string> = new Set(allNodes())

const verbsByMenu = new Map<string, ReadonlySet<string>>(verbsByMenuList.map(([menu, verbs]) => [menu, new Set(verbs)]))

/**
 * False for a verb that a resource in code does not have. `nodesOf` makes no such node, but stored rules may name one.
 */
function exists(node: string): boolean {
  const cut = node.lastIndexOf('/')
  return verbsByMenu.get(node.slice(0, cut))?.has(node.slice(cut + 1)) ?? true
}

/** Whether a user holds a permission node. The menu, the guard, the button and the endpoint all use this function. */
export function can(
  holder: { super: boolean; nodes: { has(node: string): boolean }; off?: { has(node: string): boolean } | undefined },
  node: Node | MemberNode | typeof SUPER,
): boolean {
  if (node === SUPER) return holder.super
  return exists(node) && !holder.off?.has(node) && (holder.super || holder.nodes.has(node))
}
