import { useMemo, useRef, useState } from 'react'

/** The rows that were chosen, on whatever page they are. */
export type Selection<TRow> = {
  size: number
  rows: readonly TRow[]
  has(id: number): boolean
  /** @param range also what lies between this row and the one chosen before */
  toggle(row: TRow, range?: boolean): void
  set(rows: readonly TRow[], on: boolean): void
  clear(): void
}

/**
 * Selection across pages: rows are kept as they were when they were chosen.
 * @param shown the rows on screen, in their order
 */
export function useSelection<TRow extends { id: number }>(shown: readonly TRow[]): Selection<TRow> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, TRow>>(new Map())
  const anchor = useRef<number>(undefined)

  return useMemo(() => {
    const set = (rows: readonly TRow[], on: boolean) =>
      setChosen((old) => {
        const next = new Map(old)
        for (const row of rows) {
          if (on) next.set(row.id, row)
          else next.delete(row.id)
        }
        return next
      })
    return {
      size: chosen.size,
      rows: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle(row, range = false) {
        const from = range ? shown.findIndex(({ id }) => id === anchor.current) : -1
        const to = shown.findIndex(({ id }) => id === row.id)
        anchor.current = row.id
        if (from < 0 || to < 0) return set([row], !chosen.has(row.id))
        set(shown.slice(Math.min(from, to), Math.max(from, to) + 1), true)
      },
      set,
      clear() {
        anchor.current = undefined
        setChosen(new Map())
      },
    }
  }, [chosen, shown])
}
