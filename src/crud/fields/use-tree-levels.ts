import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useRested } from '#src/lib/use-debounced.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { MOST_FOUND } from '#src/resource/most-found.ts'
import type { CheckNode } from '#src/ui/check-tree-model.ts'
import type { TreeLevels } from '#src/ui/use-tree-lines.ts'
import { type ChoiceSource, MOST_VALUES, type WantedLevels } from '../calls/choice-source.ts'

const SEARCH_AFTER = 300

type Known = {
  nodes: ReadonlyMap<number, CheckNode>
  /** The nodes whose level below is there. */
  loaded: ReadonlySet<number>
  complete: boolean
  /** The chosen rows that were looked up, also those that the user may not see. */
  asked: ReadonlySet<number>
  /** The matches of each text that was searched for. */
  found: ReadonlyMap<string, ReadonlySet<number>>
}

const nothing: Known = { nodes: new Map(), loaded: new Set(), complete: false, asked: new Set(), found: new Map() }

/**
 * The rows of a tree, level by level when there are many. The levels of the chosen rows come first, so that the state
 * of every row on the screen is known.
 */
export function useTreeLevels(source: ChoiceSource, value: readonly number[]) {
  const client = useQueryClient()
  const [known, setKnown] = useState(nothing)
  const [asking, setAsking] = useState<readonly WantedLevels[]>([])
  const [failure, setFailure] = useState<{ error: unknown; query: WantedLevels }>()
  const [text, setText] = useState('')

  const ask = useStable(async (query: WantedLevels) => {
    const { levels } = source
    if (!levels) throw new Error(`${source.key.join(' ')} is no tree`)
    setFailure(undefined)
    setAsking((all) => [...all, query])
    try {
      const queryKey = [...source.key, 'levels', query]
      const answer = await client.fetchQuery({
        queryKey,
        queryFn: ({ signal }) => levels(query, signal),
        staleTime: 10_000,
      })
      setKnown((old) => withAnswer(old, query, answer))
    } catch (error) {
      setFailure({ error, query })
    } finally {
      setAsking((all) => all.filter((one) => one !== query))
    }
  })

  // Rows that are chosen elsewhere, as in another version of the row, are looked up too.
  const unknown = known.complete ? [] : value.filter((id) => !known.nodes.has(id) && !known.asked.has(id))
  const isWanting = known === nothing || unknown.length > 0
  const isWaiting = failure !== undefined || asking.some((query) => 'values' in query)
  const askNext = useStable(() => void ask({ values: unknown.slice(0, MOST_VALUES) }))
  useEffect(() => {
    if (isWanting && !isWaiting) askNext()
  }, [isWanting, isWaiting, askNext])

  const wanted = text.trim()
  useRested(
    wanted === '' || known.found.has(wanted) ? undefined : wanted,
    (quickSearch) => void ask({ quickSearch }),
    SEARCH_AFTER,
  )

  const [ready, setReady] = useState(false)
  if (!isWanting && !ready) setReady(true)

  const nodes = useMemo(() => nodesOf(known), [known])
  const loading = useMemo(() => new Set(asking.flatMap((query) => ('parent' in query ? [query.parent] : []))), [asking])
  const found = known.found.get(wanted)
  const levels: TreeLevels = {
    load: (parent) => void ask({ parent }),
    loading,
    search: setText,
    found,
    foundMore: found !== undefined && found.size >= MOST_FOUND,
  }
  return {
    nodes,
    /** Undefined when the tree is complete. */
    levels: known.complete ? undefined : levels,
    /** Whether the levels of all chosen rows have come. */
    ready,
    error: failure?.error,
    retry: () => failure && void ask(failure.query),
  }
}

type Answer = Awaited<ReturnType<NonNullable<ChoiceSource['levels']>>>

function withAnswer(old: Known, query: WantedLevels, { nodes, complete, found }: Answer): Known {
  const all = new Map(old.nodes)
  for (const node of nodes) all.set(node.id, node)
  const parents = nodes.flatMap(({ parent }) => parent ?? [])
  return {
    nodes: all,
    loaded: new Set([...old.loaded, ...parents, ...('parent' in query ? [query.parent] : [])]),
    complete: old.complete || complete,
    asked: 'values' in query ? new Set([...old.asked, ...query.values]) : old.asked,
    found: 'quickSearch' in query ? new Map(old.found).set(query.quickSearch, new Set(found)) : old.found,
  }
}

/** The nodes in the order of their levels. Those whose level below is not there say so. */
function nodesOf({ nodes, loaded }: Known): CheckNode[] {
  return [...nodes.values()].map((node) => (loaded.has(node.id) ? { ...node, more: false } : node))
}
