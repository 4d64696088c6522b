import { type RefObject, useEffect } from 'react'

/**
 * Brings the current entry of a menu into view, in the element that scrolls and nowhere else.
 * @param current what is current; on its change, and at first, the menu scrolls
 */
export function useCurrentInView(scroller: RefObject<HTMLElement | null>, current: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the current entry is what it is about
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
