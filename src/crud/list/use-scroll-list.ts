import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { listParams, totalParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'
import { CHUNK, ChunkStore } from './chunk-store.ts'
import type { ListClient } from './list-client.ts'
import { listState } from './list-state.ts'

/** The most rows of a scrolling list. Browsers limit the height of an element to about thirty million pixels. */
export const MAX_SCROLL_ROWS = 500_000

/** Rows are loaded this many rows before they enter the viewport. */
const AHEAD = 60

/** The data that a grid needs to render a list that is only partly loaded. */
export type RowWindow<TRow> = {
  count: number
  rowAt(index: number): TRow | undefined
  indexOf(id: number): number
  /** Reports the indexes of the rows that are in the viewport or near it. */
  onRange(from: number, to: number): void
}

/** All rows of a search in one long list. Rows are loaded around the scroll position. */
export function useScrollList<TRow extends { id: number }>(
  resource: Pick<ListClient<TRow>, 'key' | 'list' | 'total'>,
  search: ListSearch,
  enabled: boolean,
) {
  const client = useQueryClient()
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const { order, quickSearch, filter } = search
  const base = useMemo(() => {
    const { page: _, limit: __, ...rest } = listParams({ ...listDefaults, order, quickSearch, filter })
    return rest
  }, [order, quickSearch, filter])
  // The length of the scroll bar depends on the exact total.
  const first = useQuery({
    ...resource.total({ ...totalParams({ quickSearch, filter }), count: 'exact' }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const total = Math.min(first.data?.total ?? 0, MAX_SCROLL_ROWS)
  const fetched = first.dataUpdatedAt
  // A write can move other rows. So all chunks are loaded again after each response to the count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const store = useMemo(() => {
    const fetch = (query: typeof base, signal: AbortSignal) => {
      const options = resource.list({ ...query, count: 'none' })
      signal.addEventListener('abort', () => void client.cancelQueries({ queryKey: options.queryKey }))
      return client.fetchQuery({ ...options, staleTime: 0, gcTime: 0 })
    }
    return new ChunkStore<TRow>(fetch, base, total, changed)
  }, [resource.key, base, total, fetched, client])
  useEffect(() => () => store.close(), [store])

  // The range consists of whole chunks. While the user scrolls inside one chunk, only the grid renders.
  const [range, setRange] = useState({ from: 0, to: CHUNK - 1 })
  const onRange = useCallback((from: number, to: number) => {
    const first = Math.max(0, Math.floor((from - AHEAD) / CHUNK))
    const last = Math.floor((to + AHEAD) / CHUNK)
    const next = { from: first * CHUNK, to: last * CHUNK + CHUNK - 1 }
    setRange((old) => (old.from === next.from && old.to === next.to ? old : next))
  }, [])
  useEffect(() => {
    if (enabled && total > 0) store.want(range.from, range.to)
  }, [enabled, store, range, total])

  // The current rows stay until the new ones arrive.
  const [before, setBefore] = useState(store)
  const ready = store.has(range.from, range.to)
  if (ready && before !== store) setBefore(store)
  const shown = ready || !before.has(range.from, range.to) ? store : before

  const state = listState({ ...first, error: first.error ?? store.error })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes whenever the store has new rows
  const rows = useMemo(() => shown.near(range.from, range.to), [shown, range, version])
  const window = useMemo(
    (): RowWindow<TRow> => ({
      count: total,
      rowAt: (index) => shown.rowAt(index),
      indexOf: (id) => shown.indexOf(id),
      onRange,
    }),
    [shown, total, onRange],
  )
  return {
    ...state,
    rows,
    labels: shown.labels,
    total: first.data?.total ?? 0,
    isFetching: state.isFetching || store.busy,
    pending: state.pending || (total > 0 && rows.length === 0 && !store.error && range.from === 0),
    window,
    capped: (first.data?.total ?? 0) > MAX_SCROLL_ROWS,
  }
}
