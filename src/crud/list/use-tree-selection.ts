import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { listParams } from '../query/list-params.ts'
import { listDefaults } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'
import { type TreeRow, withDescendants } from './tree.ts'
import { type Selection, useSelection } from './use-selection.ts'

/** The most rows that one bulk change accepts. */
const MAX_ROWS = 10_000
/** The most open rows that one list call accepts. */
const MAX_OPEN = 500

type Options<TRow> = {
  resource: Pick<ListClient<TRow>, 'list'>
  rows: readonly TRow[]
  total: number
  search: string
  /** A search shows only a part of the tree. Rows that it does not find are not selected. */
  searching: boolean
}

/** The selection in a tree. Selecting a row also selects all its descendants, even in closed rows. */
export function useTreeSelection<TRow extends TreeRow>(options: Options<TRow>): Selection<TRow> {
  const { resource, rows, total, search, searching } = options
  const client = useQueryClient()
  const selection = useSelection(rows, total, search)
  /** The latest state per row. Loaded descendants are ignored if the user has toggled the row again since. */
  const latest = useRef(new Map<number, boolean>())

  const below = async (parents: readonly TRow[]): Promise<TRow[]> => {
    const found: TRow[] = []
    let open = parents.filter(({ childCount = 0 }) => childCount > 0).map(({ id }) => id)
    while (open.length > 0 && found.length < MAX_ROWS) {
      const wanted = new Set(open.slice(0, MAX_OPEN))
      const rest = open.slice(MAX_OPEN)
      const { list } = await client.fetchQuery(resource.list(listParams({ ...listDefaults, open: [...wanted] }, true)))
      const children = list.filter(({ pid }) => wanted.has(pid ?? 0))
      found.push(...children)
      open = [...rest, ...children.filter(({ childCount = 0 }) => childCount > 0).map(({ id }) => id)]
    }
    return found
  }

  return {
    ...selection,
    toggle(row, range) {
      if (range) return selection.toggle(row, true)
      const on = !selection.has(row.id)
      const ids = withDescendants(rows, row.id)
      const known = rows.filter(({ id }) => ids.has(id))
      selection.set(known, on)
      latest.current.set(row.id, on)
      const opened = new Set(known.map(({ pid }) => pid))
      const closed = known.filter(({ id, childCount = 0 }) => childCount > 0 && !opened.has(id))
      if (searching || closed.length === 0) return
      below(closed).then(
        (found) => latest.current.get(row.id) === on && selection.set(found, on),
        (error) => toastFailure(error, m.crud_refreshFailed({ reason: failureText(error) })),
      )
    },
  }
}
