export type DragAxis = 'x' | 'y'

/** The list scrolls while the pointer is within EDGE pixels of an end. In a short list, a quarter of it is the edge. */
const EDGE = 40
/** Pixels per millisecond at the very end. Further away it is slower. */
const SPEED = 0.9
/** A page that stood still for longer than this many milliseconds does not leap. */
const LONGEST_FRAME = 50

/**
 * Scrolls a list while the pointer of a drag is near one of its ends. When the list itself cannot scroll on, but a part
 * of it is outside of the window, the page scrolls.
 * @param from where the drag began. Only a pointer that moved towards an end scrolls
 * @param at where the pointer is, in the window's pixels
 * @returns ends it
 */
export function edgeScroll(list: HTMLElement, axis: DragAxis, from: number, at: () => number): () => void {
  // A header that stays above the rows is part of the scroll padding. The edge begins below it.
  const inset = axis === 'y' ? Number.parseFloat(getComputedStyle(list).scrollPaddingTop) || 0 : 0
  let last = performance.now()
  let rest = 0
  let frame = requestAnimationFrame(function step(now) {
    const time = Math.min(LONGEST_FRAME, Math.max(0, now - last))
    last = now
    const share = pull(list, axis, inset, from, at())
    // Browsers round scroll positions, so parts of a pixel are kept for the next frame.
    rest = share === 0 ? 0 : rest + share * SPEED * time
    const pixels = Math.trunc(rest)
    rest -= pixels
    if (pixels !== 0) scroll(list, axis, pixels)
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

/** How strongly the pointer pulls, from -1 (to the start) to 1 (to the end). */
function pull(list: HTMLElement, axis: DragAxis, inset: number, from: number, at: number): number {
  const box = list.getBoundingClientRect()
  const start = Math.max(0, (axis === 'x' ? box.left : box.top) + inset)
  const end = axis === 'x' ? Math.min(innerWidth, box.right) : Math.min(innerHeight, box.bottom)
  const edge = Math.min(EDGE, (end - start) / 4)
  if (at < from && at < start + edge) return -Math.min(1, (start + edge - at) / edge)
  if (at > from && at > end - edge) return Math.min(1, (at - end + edge) / edge)
  return 0
}

function scroll(list: HTMLElement, axis: DragAxis, pixels: number) {
  if (axis === 'x') {
    list.scrollLeft += pixels
    return
  }
  const before = list.scrollTop
  list.scrollTop += pixels
  const { top, bottom } = list.getBoundingClientRect()
  if (list.scrollTop === before && (pixels < 0 ? top < 0 : bottom > innerHeight)) window.scrollBy(0, pixels)
}
