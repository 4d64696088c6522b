import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'
import { toaster } from '#src/ui/toast.tsx'
import { listParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults, type SearchPatch } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'
import { listState } from './list-state.ts'
import { mergeRows, type TreeRow } from './tree.ts'
import { useOptimistic } from './use-optimistic.ts'

/** The most open rows that one list call accepts. */
const MAX_OPEN = 500
/** The most rows that one list call returns. */
export const MAX_ROWS = 2_000

type OnSearch = (patch: SearchPatch, options?: { replace?: boolean }) => void

/** The visible rows of a tree, and its open rows. */
export function useTreeList<TRow extends TreeRow>(
  resource: Pick<ListClient<TRow>, 'list'>,
  search: ListSearch,
  onSearch: OnSearch,
) {
  const answer = useQuery({ ...resource.list(listParams(search, true)), placeholderData: keepPreviousData })
  const state = listState(answer)
  const answered = answer.data?.open ?? none
  const searching = search.quickSearch !== '' || search.filter !== undefined

  // A search opens the ancestors of the rows found. A second query loads the children of other rows the user opens.
  const beyond = searching ? (search.open ?? []).filter((id) => !answered.includes(id)) : []
  const beside = resource.list(listParams({ ...listDefaults, open: beyond }, true))
  const extra = useQuery({ ...beside, enabled: beyond.length > 0, placeholderData: keepPreviousData })
  const more = beyond.length > 0 ? extra.data : undefined
  const rows = useMemo(() => {
    const wanted = new Set(more?.open)
    return mergeRows(state.rows, more?.list.filter((row) => row.pid && wanted.has(row.pid)) ?? [])
  }, [state.rows, more])
  const labels = useMemo(() => (more ? merge(state.labels, more.labels) : state.labels), [state.labels, more])

  const found = answer.data?.matched
  const matched = useMemo(() => (searching && found ? new Set(found) : undefined), [searching, found])
  const [openIds, setOpenIds] = useOptimistic(search.open ?? answered, keyOf, (open) =>
    onSearch({ open: [...open] }, { replace: true }),
  )
  const open = useMemo(() => new Set(openIds), [openIds])
  const beforeSearch = useRef<number[]>(undefined)

  return {
    ...state,
    rows,
    labels,
    error: state.error ?? extra.error,
    isFetching: state.isFetching || extra.isFetching,
    open,
    matched,
    capped: state.rows.length >= MAX_ROWS,
    toggle(id: number, on: boolean) {
      const next = on ? [...open, id] : [...open].filter((one) => one !== id)
      if (next.length > MAX_OPEN) toaster.hint(m.tree_tooManyOpen())
      else setOpenIds(next)
    },
    /** Searches with other conditions. Removing the last condition opens the rows that were open before the search. */
    find(patch: SearchPatch) {
      const next = { ...search, ...patch }
      if (!searching) beforeSearch.current = search.open
      const over = next.quickSearch === '' && next.filter === undefined
      onSearch({ ...patch, open: over ? beforeSearch.current : undefined }, { replace: true })
    },
    /** Opens the ancestors of a row. With `leaveSearch` it also ends a search, which might hide the row. */
    reveal(ids: readonly number[], leaveSearch: boolean) {
      const next = [...new Set([...open, ...ids])].slice(-MAX_OPEN)
      if (leaveSearch && searching) onSearch({ quickSearch: '', filter: undefined, open: next }, { replace: true })
      else if (next.length > open.size) setOpenIds(next)
    },
  }
}

const none: number[] = []
const keyOf = (ids: readonly number[]) => ids.join(',')

function merge(one: Labels, other: Labels): Labels {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...fields].map((field) => [field, { ...other[field], ...one[field] }]))
}
