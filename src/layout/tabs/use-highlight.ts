import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Positions a box behind the active tab, and scrolls the bar when another tab becomes active.
 * @param shift pixels that the active tab is dragged from its position
 * @returns the ref of the box
 */
export function useHighlight(list: RefObject<HTMLElement | null>, activePath: string | undefined, shift: number) {
  const box = useRef<HTMLSpanElement>(null)
  const shown = useRef<string>(undefined)

  // Runs after every render, because a title may have changed or a tab may have been added or removed.
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
      // The first time there is no earlier position to slide from, so the transition starts after it.
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

/** Pixels at the edges of the bar where tabs fade out. */
const FADE = 28

/** Scrolls only the bar. scrollIntoView would also scroll the window. */
function reveal(bar: HTMLElement, tab: HTMLElement, smooth: boolean): void {
  const calm = !smooth || matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = calm ? 'instant' : 'smooth'
  const [start, end] = [tab.offsetLeft - FADE, tab.offsetLeft + tab.offsetWidth + FADE]
  if (start < bar.scrollLeft) bar.scrollTo({ left: start, behavior })
  else if (end > bar.scrollLeft + bar.clientWidth) bar.scrollTo({ left: end - bar.clientWidth, behavior })
}
