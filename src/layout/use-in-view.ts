import { type RefObject, useEffect } from 'react'

/**
 * Scrolls the current entry of a menu into view. Only the given element scrolls.
 * @param current identifies the current entry. The menu scrolls when it changes, and at first.
 */
export function useCurrentInView(scroller: RefObject<HTMLElement | null>, current: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the current entry changes
  useEffect(() => {
    const box = scroller.current
    const entry = box?.querySelector<HTMLElement>('[aria-current], [data-current]')
    if (!box || !entry) return
    const [outer, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2
    }
    if (inner.left < outer.left || inner.right > outer.right) {
      box.scrollLeft += inner.left - outer.left - (box.clientWidth - inner.width) / 2
    }
  }, [scroller, current])
}
