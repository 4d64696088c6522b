import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useRowHighlight } from '../grid/use-row-highlight.ts'

type Options = {
  rows: readonly { id: number }[]
  refresh(): Promise<void>
  /** Shows the rows of a filter, whatever the list shows now. */
  show(filter: FilterTree): void
}

/**
 * Follows a row that was written: the list reloads, scrolls to the row and highlights it. When the row is no longer
 * among those on screen, a message offers to show it.
 * @returns `highlight`, and `follow`; with `quietly`, a row that is where it was is not highlighted
 */
export function useFollow({ rows, refresh, show }: Options) {
  const [highlightedId, highlight] = useRowHighlight()
  const placeOf = useStable((id: number) => rows.findIndex((row) => row.id === id))
  const follow = useStable(async (id?: number, quietly = false) => {
    const before = id === undefined ? -1 : placeOf(id)
    await refresh()
    if (id === undefined) return
    // The screen has the new rows one task after the query has them.
    await new Promise((resolve) => setTimeout(resolve))
    const now = placeOf(id)
    if (now < 0) {
      const filter: FilterTree = { field: 'id', operator: 'eq', val: id }
      toaster.hint(m.list_elsewhere(), { label: m.list_showIt(), onClick: () => show(filter) })
    } else if (!quietly || now !== before) highlight(id)
  })
  return { highlightedId, highlight, follow }
}
