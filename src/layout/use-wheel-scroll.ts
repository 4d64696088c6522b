import { type RefObject, useEffect } from 'react'

/** Lets the wheel scroll what lies in a row; at its ends the page scrolls on. */
export function useWheelScroll(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = row.current
    const roll = (event: WheelEvent) => {
      if (!box || event.ctrlKey || event.deltaY === 0 || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      const before = box.scrollLeft
      box.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY
      if (box.scrollLeft !== before) event.preventDefault()
    }
    // React listens passively, and could not keep the page still.
    box?.addEventListener('wheel', roll, { passive: false })
    return () => box?.removeEventListener('wheel', roll)
  }, [row])
}
