import { type RefObject, useEffect } from 'react'

/** Scrolls a row sideways with the mouse wheel. At the ends of the row the page scrolls. */
export function useWheelScroll(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = row.current
    const roll = (event: WheelEvent) => {
      if (!box || event.ctrlKey || event.deltaY === 0 || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      const before = box.scrollLeft
      box.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY
      if (box.scrollLeft !== before) event.preventDefault()
    }
    // React's wheel listeners are passive and could not prevent the page from scrolling.
    box?.addEventListener('wheel', roll, { passive: false })
    return () => box?.removeEventListener('wheel', roll)
  }, [row])
}
