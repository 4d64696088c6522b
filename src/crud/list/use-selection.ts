import { useMemo, useRef, useState } from 'react'

/** The selected rows, across all pages. */
export type Selection<TRow> = {
  size: number
  /** All rows of the search are selected, including those that were not on screen. */
  all: boolean
  /** The rows that were selected one by one. When `all` is set, the rows on screen. */
  rows: readonly TRow[]
  has(id: number): boolean
  /** @param range also selects the rows between this row and the row toggled before */
  toggle(row: TRow, range?: boolean): void
  set(rows: readonly TRow[], on: boolean): void
  setAll(): void
  clear(): void
}

/** `search`: all rows of this search are selected, as long as it is the search on screen. */
type Chosen<TRow> = { rows: ReadonlyMap<number, TRow>; search?: string }

/**
 * A selection across pages. It keeps each row as it was when the user selected it.
 * @param shown the rows on screen, in their order
 * @param search key of the current search; another search ends the selection of all rows
 */
export function useSelection<TRow extends { id: number }>(
  shown: readonly TRow[],
  total: number,
  search: string,
): Selection<TRow> {
  const [chosen, setChosen] = useState<Chosen<TRow>>({ rows: new Map() })
  const anchor = useRef<number>(undefined)

  return useMemo(() => {
    const all = chosen.search === search
    const rows = all ? new Map(shown.map((row) => [row.id, row])) : chosen.rows
    const set = (changed: readonly TRow[], on: boolean) =>
      setChosen((old) => {
        const next = new Map(all ? rows : old.rows)
        for (const row of changed) {
          if (on) next.set(row.id, row)
          else next.delete(row.id)
        }
        return { rows: next }
      })
    return {
      size: all ? total : rows.size,
      all,
      rows: [...rows.values()],
      has: (id) => rows.has(id),
      toggle(row, range = false) {
        const from = range ? shown.findIndex(({ id }) => id === anchor.current) : -1
        const to = shown.findIndex(({ id }) => id === row.id)
        anchor.current = row.id
        if (from < 0 || to < 0) return set([row], !rows.has(row.id))
        set(shown.slice(Math.min(from, to), Math.max(from, to) + 1), true)
      },
      set,
      setAll: () => setChosen({ rows: new Map(), search }),
      clear() {
        anchor.current = undefined
        setChosen({ rows: new Map() })
      },
    }
  }, [chosen, shown, total, search])
}
