import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { mergeRows } from '#src/crud/tree.ts'
import { useAhead } from '#src/crud/use-ahead.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import { organizations } from './organization.queries.ts'
import { type OrganizationSearch, organizationListParams } from './organization.search.ts'

/** As many as one list call takes. */
const MAX_OPEN = 500
/** As many as one list call answers. */
export const MAX_ROWS = 2_000

type OnSearch = (patch: Partial<OrganizationSearch>) => void

/** The visible part of the tree, and what is open in it. */
export function useOrganizationTree(search: OrganizationSearch, onSearch: OnSearch) {
  // The rows at hand stay on screen until the next ones are there.
  const shown = useDeferredValue(search)
  const answer = useSuspenseQuery(organizations.list(organizationListParams(shown)))
  const { list, open: answered = [], total, labels } = answer.data
  const searching = shown.quickSearch !== ''

  // A search opens the way to what it found; whatever people open beyond that is fetched beside it.
  const beyond = searching ? (shown.open ?? []).filter((id) => !answered.includes(id)) : []
  const extra = useQuery({ ...organizations.list({ tree: '1', open: beyond.join(',') }), enabled: beyond.length > 0 })
  const more = beyond.length > 0 ? extra.data : undefined
  const rows = useMemo(() => {
    const wanted = new Set(more?.open)
    return mergeRows(list, more?.list.filter((row) => row.pid !== null && wanted.has(row.pid)) ?? [])
  }, [list, more])

  const [openIds, setOpenIds] = useAhead(search.open ?? answered, keyOf, (open) => onSearch({ open: [...open] }))
  const open = useMemo(() => new Set(openIds), [openIds])

  const beforeSearch = useRef<OrganizationSearch['open']>(undefined)
  return {
    rows,
    total,
    labels: useMemo(() => merge(labels, more?.labels), [labels, more]),
    open,
    capped: list.length >= MAX_ROWS,
    searching,
    error: answer.error ?? extra.error,
    isFetching: answer.isFetching || extra.isFetching || shown !== search,
    refetch: answer.refetch,
    toggle(id: number, on: boolean) {
      const next = on ? [...open, id] : [...open].filter((one) => one !== id)
      if (next.length > MAX_OPEN) return toaster.info(m.tree_tooManyOpen())
      setOpenIds(next)
    },
    /** After a search the tree is as it was before. */
    find(quickSearch: string) {
      if (!search.quickSearch) beforeSearch.current = search.open
      onSearch({ quickSearch, open: quickSearch ? undefined : beforeSearch.current })
    },
    /** Opens what a row lies in, and leaves a search that might hide it. */
    reveal(way: readonly number[], leaveSearch: boolean) {
      const next = [...new Set([...open, ...way])].slice(-MAX_OPEN)
      if (leaveSearch && search.quickSearch) onSearch({ quickSearch: '', open: next })
      else if (next.length > open.size) setOpenIds(next)
    },
  }
}

const keyOf = (ids: readonly number[]) => ids.join(',')

function merge(one: Record<string, Record<string, string>>, other: Record<string, Record<string, string>> = {}) {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...fields].map((field) => [field, { ...other[field], ...one[field] }]))
}
