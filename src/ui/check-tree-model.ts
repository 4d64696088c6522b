import { halfWidth } from '#src/lib/any-width.ts'
/** A node of a check-box tree. A node whose parent is not among the nodes stands at the top. */
export type CheckNode = {
  readonly id: number
  readonly parent: number | null
  readonly label: string
  readonly hint?: string
  /** The user cannot change it. It keeps its state when a node above it is checked. */
  readonly disabled?: boolean
  /** It has nodes below it that are not there yet. */
  readonly more?: boolean
}

/**
 * Which nodes a value lists. `nodes`: every node that is checked, with all below it. `withParents`: the half-checked
 * ones too. `leaves`: only nodes with nothing below. `branches`: only the highest checked nodes; each stands for all
 * below it.
 */
export type CheckedIds = 'nodes' | 'withParents' | 'leaves' | 'branches'

/** Nothing below a node is checked, all of it, or a part. */
export type CheckState = 'none' | 'all' | 'part'

/**
 * The nodes in the order of the screen. A node's branch is the part from its own index to `ends`, so that every
 * question about a branch is a walk over a part of an array. Twenty thousand nodes stay fast.
 */
export type CheckTreeModel = {
  readonly nodes: readonly CheckNode[]
  /** The index after the last node of each branch. */
  readonly ends: readonly number[]
  /** The index of each node's parent; -1 at the top. */
  readonly parents: readonly number[]
  /** 1 at the top. */
  readonly levels: readonly number[]
  readonly index: ReadonlyMap<number, number>
}

/** The checked leaves, by index of the node. Everything else follows from them. */
export type CheckedLeaves = Uint8Array

/** Puts nodes in the order of the screen. Children keep the order that they come in. Nodes in a circle are left out. */
export function checkTreeOf(given: readonly CheckNode[]): CheckTreeModel {
  const known = new Set(given.map(({ id }) => id))
  const children = new Map<number | null, CheckNode[]>()
  for (const node of given) {
    const above = node.parent !== null && known.has(node.parent) ? node.parent : null
    const list = children.get(above)
    if (list) list.push(node)
    else children.set(above, [node])
  }
  const nodes: CheckNode[] = []
  const parents: number[] = []
  const levels: number[] = []
  const ends: number[] = []
  const index = new Map<number, number>()
  const visit = (above: number | null, parent: number, level: number) => {
    for (const node of children.get(above) ?? []) {
      const at = nodes.push(node) - 1
      parents.push(parent)
      levels.push(level)
      ends.push(at + 1)
      index.set(node.id, at)
      visit(node.id, at, level + 1)
      ends[at] = nodes.length
    }
  }
  visit(null, -1, 1)
  return { nodes, ends, parents, levels, index }
}

/** Whether nothing is below a node. */
export function isLeaf({ ends }: CheckTreeModel, at: number): boolean {
  return ends[at] === at + 1
}

/** Whether something is below a node, although it may not be there yet. */
export function isBranch(tree: CheckTreeModel, at: number): boolean {
  return !isLeaf(tree, at) || tree.nodes[at]?.more === true
}

/** The ids of all nodes with something below. */
export function branchIds(tree: CheckTreeModel): number[] {
  return tree.nodes.flatMap(({ id }, at) => (isBranch(tree, at) ? [id] : []))
}

/** The checked leaves of a value. */
export function checkedLeaves(tree: CheckTreeModel, value: readonly number[], stored: CheckedIds): CheckedLeaves {
  const ids = new Set(value)
  const leaves = new Uint8Array(tree.nodes.length)
  /** The end of the branch that a checked node stands for. */
  let until = 0
  tree.nodes.forEach(({ id }, at) => {
    const own = ids.has(id)
    if (own && stored === 'branches') until = Math.max(until, tree.ends[at] ?? 0)
    if (isLeaf(tree, at) && (own || at < until)) leaves[at] = 1
  })
  return leaves
}

/** The number of leaves in each branch, and of the checked ones. A leaf counts itself. */
export function checkCounts(tree: CheckTreeModel, leaves: CheckedLeaves) {
  const all = new Uint32Array(tree.nodes.length)
  const checked = new Uint32Array(tree.nodes.length)
  for (let at = tree.nodes.length - 1; at >= 0; at--) {
    if (isLeaf(tree, at)) {
      all[at] = 1
      checked[at] = leaves[at] ?? 0
    }
    const parent = tree.parents[at] ?? -1
    if (parent < 0) continue
    all[parent] = (all[parent] ?? 0) + (all[at] ?? 0)
    checked[parent] = (checked[parent] ?? 0) + (checked[at] ?? 0)
  }
  return { all, checked }
}

export type CheckCounts = ReturnType<typeof checkCounts>

export function stateOf({ all, checked }: CheckCounts, at: number): CheckState {
  if (checked[at] === 0) return 'none'
  return checked[at] === all[at] ? 'all' : 'part'
}

/** The leaves after some branches were checked or cleared. Disabled nodes keep their state. */
export function withBranches(
  tree: CheckTreeModel,
  leaves: CheckedLeaves,
  branches: readonly number[],
  checked: boolean,
): CheckedLeaves {
  const next = leaves.slice()
  for (const top of branches) {
    for (let at = top; at < (tree.ends[top] ?? 0); at++) {
      // What is below a disabled branch keeps its state, too.
      if (tree.nodes[at]?.disabled) at = (tree.ends[at] ?? at + 1) - 1
      else if (isLeaf(tree, at)) next[at] = checked ? 1 : 0
    }
  }
  return next
}

/** The leaves after the user has pressed a node: everything below is checked, or cleared when all of it was checked. */
export function pressed(tree: CheckTreeModel, leaves: CheckedLeaves, at: number): CheckedLeaves {
  const full = withBranches(tree, leaves, [at], true)
  const isFull = full.every((one, place) => one === leaves[place])
  return isFull ? withBranches(tree, leaves, [at], false) : full
}

/** The value of the checked leaves. Ids of the former value that are no nodes of the tree stay in it. */
export function valueFrom(
  tree: CheckTreeModel,
  leaves: CheckedLeaves,
  stored: CheckedIds,
  former: readonly number[],
): number[] {
  const counts = checkCounts(tree, leaves)
  const ids = unseenIds(tree, former)
  for (let at = 0; at < tree.nodes.length; at++) {
    const { id } = tree.nodes[at] ?? {}
    const state = stateOf(counts, at)
    if (id === undefined || state === 'none') continue
    const listed = stored === 'leaves' ? isLeaf(tree, at) : state === 'all' || stored === 'withParents'
    if (listed) ids.push(id)
    if (listed && stored === 'branches') at = (tree.ends[at] ?? at + 1) - 1
  }
  return ids
}

/** The ids of a value that are no nodes of the tree: rows that the user cannot see. */
export function unseenIds(tree: CheckTreeModel, value: readonly number[]): number[] {
  return value.filter((id) => !tree.index.has(id))
}

const plain = (text: string) => halfWidth(text).toLocaleLowerCase()

/**
 * What a search shows: the nodes that it finds, those above, and those below.
 * @param wanted a text in their label or hint, or their ids
 */
export function searchTree(tree: CheckTreeModel, wanted: string | ReadonlySet<number>) {
  const text = typeof wanted === 'string' ? plain(wanted).trim() : ''
  const isFound = ({ id, label, hint = '' }: CheckNode) =>
    typeof wanted === 'string' ? plain(label).includes(text) || plain(hint).includes(text) : wanted.has(id)
  const shown = new Uint8Array(tree.nodes.length)
  const open = new Set<number>()
  const found: number[] = []
  let until = 0
  tree.nodes.forEach((node, at) => {
    if (isFound(node)) {
      // A match below another match is a part of that branch.
      if (at >= until) found.push(at)
      until = Math.max(until, tree.ends[at] ?? 0)
      for (let above = tree.parents[at] ?? -1; above >= 0; above = tree.parents[above] ?? -1) {
        shown[above] = 1
        open.add(tree.nodes[above]?.id ?? 0)
      }
    }
    if (at < until) shown[at] = 1
  })
  return { shown, open, found }
}

/** A line of the screen. `place` of `size`: its place among the lines with the same parent. */
export type TreeLine = { readonly at: number; readonly place: number; readonly size: number }

/** The lines that the screen has with these open nodes. @param shown 1 for each node that a search shows */
export function linesOf(tree: CheckTreeModel, open: ReadonlySet<number>, shown?: Uint8Array): TreeLine[] {
  const lines: { at: number; place: number }[] = []
  const sizes = new Map<number, number>()
  for (let at = 0; at < tree.nodes.length; ) {
    const end = tree.ends[at] ?? at + 1
    const node = tree.nodes[at]
    if (!node || (shown && shown[at] !== 1)) {
      at = end
      continue
    }
    const parent = tree.parents[at] ?? -1
    const place = (sizes.get(parent) ?? 0) + 1
    sizes.set(parent, place)
    lines.push({ at, place })
    at = open.has(node.id) ? at + 1 : end
  }
  return lines.map(({ at, place }) => ({ at, place, size: sizes.get(tree.parents[at] ?? -1) ?? 0 }))
}
