import { type UIEvent, useRef, useState } from 'react'

/** Lines that are drawn before and after the visible ones. */
const AROUND = 8
/** Lines that are drawn before the height of the box is known. */
const AT_FIRST = 40

/** The lines of a scrolling box that are drawn. Each line is two rem high. */
export function useLineWindow(count: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ first: 0, last: AT_FIRST })
  const from = Math.max(0, Math.min(at.first, count - 1) - AROUND)
  const to = Math.min(count, Math.max(at.last, AT_FIRST) + AROUND)
  const measure = (box: HTMLElement) => {
    const high = lineHeight()
    const first = Math.floor(box.scrollTop / high)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / high)
    setAt((old) => (old.first === first && old.last === last ? old : { first, last }))
  }
  return {
    ref,
    from,
    to,
    has: (line: number) => line >= from && line < to,
    onScroll: (event: UIEvent<HTMLElement>) => measure(event.currentTarget),
    /** Scrolls just as far as needed to make a line visible. */
    show: (line: number) => {
      const box = ref.current
      if (!box) return
      const high = lineHeight()
      if (line * high < box.scrollTop) box.scrollTop = line * high
      else if ((line + 1) * high > box.scrollTop + box.clientHeight)
        box.scrollTop = (line + 1) * high - box.clientHeight
      measure(box)
    },
  }
}

function lineHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 2
}
