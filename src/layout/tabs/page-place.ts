type Scrolled = { element: Element; top: number; left: number }

/** The user's position in a page: the scroll positions of its elements, and the focused element. */
export type PagePlace = { scrolled: Scrolled[]; focus: HTMLElement | null }

/**
 * Stores the user's position. Call it while the page is on the screen: a hidden element has no scroll position.
 * @param focused the last focused element of the page, its dialogs included
 */
export function notePlace(page: HTMLElement, focused: HTMLElement | null): PagePlace {
  const inside = [...page.querySelectorAll('*')].filter((one) => one.scrollTop !== 0 || one.scrollLeft !== 0)
  const around: Element[] = []
  for (let one = page.parentElement; one; one = one.parentElement) around.push(one)
  return {
    scrolled: [...around, ...inside].map((element) => ({
      element,
      top: element.scrollTop,
      left: element.scrollLeft,
    })),
    focus: document.activeElement === focused ? focused : null,
  }
}

export function restoreScroll({ scrolled }: PagePlace): void {
  for (const { element, top, left } of scrolled) {
    if (element.scrollTop !== top) element.scrollTop = top
    if (element.scrollLeft !== left) element.scrollLeft = left
  }
}

/**
 * Restores the focus, unless another visible element (a tab, a menu link) has it now.
 * @param focused the element of the page that got the focus since the page is back: its dialogs take the focus again
 */
export function restoreFocus(place: PagePlace | null, focused: HTMLElement | null): void {
  const active = document.activeElement
  const main = document.getElementById('main')
  // The main element has the focus only as a fallback.
  const taken = active && active !== document.body && active !== main && active.checkVisibility()
  if (taken && active !== focused) return
  const before = place?.focus?.checkVisibility() ? place.focus : null
  if (before) before.focus({ preventScroll: true })
  else if (!taken) main?.focus({ preventScroll: true })
}
