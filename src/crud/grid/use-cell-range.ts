import { useLayoutEffect, useRef } from 'react'
import type { CellRange, RangeGrid } from './cell-range.ts'
import type { GoTo } from './use-grid-keys.ts'

/** Cells that are marked for copying. What marks them is loaded with the first key that does. */
export function useCellRange<TRow>(now: RangeGrid<TRow>) {
  const range = useRef<CellRange<TRow>>(undefined)
  const grid = useRef(now)
  useLayoutEffect(() => {
    grid.current = now
  })
  const extend = (key: string, goTo: GoTo) => {
    // Without its code nothing is marked; the next key asks for it again.
    import('./cell-range.ts').then(
      ({ extendRange }) => extendRange({ range, grid, key, goTo }),
      () => {},
    )
  }
  return { range, extend }
}
