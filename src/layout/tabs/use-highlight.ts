import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps a box behind the active tab, and the tab in sight.
 * @param shift how far the active tab is dragged from its place
 */
export function useHighlight(list: RefObject<HTMLElement | null>, activePath: string | undefined, shift: number) {
  const box = useRef<HTMLSpanElement>(null)
  const shown = useRef<string>(undefined)

  // After every render: a title may have changed, a tab may have come or gone.
  useLayoutEffect(() => {
    const bar = list.current
    const mark = box.current
    if (!bar || !mark) return
    const place = () => {
      const tab = activePath === undefined ? null : tabOf(bar, activePath)
      mark.hidden = tab === null
      if (!tab) return
      mark.style.width = `${tab.offsetWidth}px`
      mark.style.translate = `${tab.offsetLeft + shift}px`
      if (shown.current !== activePath) reveal(bar, tab, shown.current !== undefined)
      // The first time there is nowhere to slide from.
      if (shown.current === undefined) requestAnimationFrame(() => mark.setAttribute('data-slides', ''))
      shown.current = activePath
    }
    place()
    const sizes = new ResizeObserver(place)
    for (const one of [bar, ...bar.querySelectorAll('[data-path]')]) sizes.observe(one)
    return () => sizes.disconnect()
  })
  return box
}

export function tabOf(bar: HTMLElement, path: string): HTMLElement | null {
  return bar.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** Scrolls the bar alone: scrollIntoView would move the window too. */
function reveal(bar: HTMLElement, tab: HTMLElement, smooth: boolean): void {
  const calm = !smooth || matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = calm ? 'instant' : 'smooth'
  const end = tab.offsetLeft + tab.offsetWidth
  if (tab.offsetLeft < bar.scrollLeft) bar.scrollTo({ left: tab.offsetLeft, behavior })
  else if (end > bar.scrollLeft + bar.clientWidth) bar.scrollTo({ left: end - bar.clientWidth, behavior })
}
