import { useLayoutEffect, useRef } from 'react'
import { keptCode } from '#src/lib/line.ts'
import type { CellRange, RangeGrid } from './cell-range.ts'
import type { GoTo } from './use-grid-keys.ts'

const code = keptCode(() => import('./cell-range.ts'))

/** The range of cells selected for copying. Its code is loaded with the first key that selects cells. */
export function useCellRange<TRow>(now: RangeGrid<TRow>) {
  const range = useRef<CellRange<TRow>>(undefined)
  const grid = useRef(now)
  useLayoutEffect(() => {
    grid.current = now
  })
  const extend = (key: string, goTo: GoTo) => {
    // If the code cannot be loaded, no cells are selected. The next key tries again.
    code().then(
      ({ extendRange }) => extendRange({ range, grid, key, goTo }),
      () => {},
    )
  }
  return { range, extend }
}
