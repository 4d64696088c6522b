import { type RefObject, useEffect, useState } from 'react'
import type { GridPlaces } from './row-places.ts'

type Options = {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  places: GridPlaces
  /** Rows that are always rendered, because they have the focus or are being dragged. */
  keep: readonly number[]
}

/** Up to this number of rows all are rendered, so that the browser's own search finds them. */
const ALL_UP_TO = 150
/** The window moves in steps of this many rows, so that not every scrolled pixel causes a render. */
const STEP = 6
/** Rows rendered beyond each edge, so that the user sees rows before the next render. */
const BEYOND = 12

type Window = {
  /** The rows to render, in their order. */
  rows: number[]
  /** The first row in the viewport or near it. The rows in `keep` do not count. */
  from: number
  to: number
}

/** The rows of a long list to render. Before the list is measured, these are its first rows. */
export function useWindowRows({ scroller, count, rowHeight, places, keep }: Options): Window {
  const [range, setRange] = useState({ from: 0, to: BEYOND * 4 })
  const all = count <= ALL_UP_TO

  useEffect(() => {
    const element = scroller.current
    if (!element || all) return
    const measure = () => {
      const first = Math.floor(places.indexAt(element.scrollTop) / STEP) * STEP
      const shown = Math.ceil(element.clientHeight / rowHeight / STEP) * STEP
      const next = { from: Math.max(0, first - BEYOND), to: first + shown + STEP + BEYOND }
      setRange((old) => (old.from === next.from && old.to === next.to ? old : next))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, rowHeight, places, all])

  const from = all ? 0 : Math.min(range.from, Math.max(0, count - STEP))
  const to = all ? count : Math.min(count, range.to)
  const shown = Array.from({ length: to - from }, (_, i) => from + i)
  const before = keep.filter((index) => index >= 0 && index < from)
  const after = keep.filter((index) => index >= to && index < count)
  const rows = [...new Set([...before.sort(ascending), ...shown, ...after.sort(ascending)])]
  return { rows, from, to: Math.max(from, to - 1) }
}

const ascending = (one: number, other: number) => one - other
