import { useMemo, useState } from 'react'
import { branchIds, type CheckTreeModel, linesOf, searchTree } from './check-tree-model.ts'

/** A large tree, whose levels come when somebody opens them. */
export type TreeLevels = {
  /** Loads what is below a node. */
  load(id: number): void
  /** The nodes below which something is on its way. */
  loading: ReadonlySet<number>
  /** Looks for a text in the whole tree. */
  search(text: string): void
  /** The ids that the search has found; undefined while it is under way. */
  found: ReadonlySet<number> | undefined
  /** Not all matches are among them. */
  foundMore: boolean
}

type Search = {
  text: string
  /** What the user has opened and closed among the matches. */
  toggled: ReadonlyMap<number, boolean>
}

const noSearch: Search = { text: '', toggled: new Map() }

/** The lines of a tree that are on the screen: of the open nodes, or of what a search has found. */
export function useTreeLines(tree: CheckTreeModel, levels: TreeLevels | undefined) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set())
  const [search, setSearch] = useState(noSearch)
  const { text, toggled } = search
  const searching = text.trim() !== ''
  const wanted = levels ? levels.found : text
  const found = useMemo(
    () => (searching && wanted !== undefined ? searchTree(tree, wanted) : undefined),
    [tree, searching, wanted],
  )
  const awaited = searching && found === undefined
  const open = useMemo(() => {
    if (!searching) return opened
    const next = new Set(found?.open)
    for (const [id, isOpen] of toggled) isOpen ? next.add(id) : next.delete(id)
    return next
  }, [searching, opened, found, toggled])
  const lines = useMemo(() => (awaited ? [] : linesOf(tree, open, found?.shown)), [tree, open, found, awaited])
  const change = (ids: readonly number[], isOpen: boolean) => {
    if (searching) setSearch({ text, toggled: new Map([...toggled, ...ids.map((id) => [id, isOpen] as const)]) })
    else if (isOpen) setOpened(new Set([...opened, ...ids]))
    else {
      const closed = new Set(ids)
      setOpened(new Set([...opened].filter((id) => !closed.has(id))))
    }
  }
  return {
    text,
    searching,
    /** Undefined without a search, and while it is under way (`awaited`). */
    found,
    awaited,
    open,
    lines,
    look: (next: string) => {
      setSearch({ text: next, toggled: new Map() })
      levels?.search(next)
    },
    toggle: (ids: readonly number[], isOpen: boolean) => {
      change(ids, isOpen)
      // Many at once are opened only as far as they are there.
      const [id] = ids
      const node = ids.length === 1 && id !== undefined ? tree.nodes[tree.index.get(id) ?? -1] : undefined
      if (isOpen && node?.more) levels?.load(node.id)
    },
    closeAll: () => change(branchIds(tree), false),
  }
}
