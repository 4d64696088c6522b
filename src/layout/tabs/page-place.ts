type Scrolled = { element: Element; top: number; left: number }

/** Where a person is in a page: how far everything is scrolled, and what has the focus. */
export type PagePlace = { scrolled: Scrolled[]; focus: HTMLElement | null }

/**
 * To be called while the page is still on screen: what is not has no scroll position.
 * @param focused what the page had the focus on last, in its dialogs too
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
 * Gives the focus to where it was, unless something else on screen has it by now: a tab, a link of the menu.
 * @param focused what the page has had the focus on since it is back: its dialogs take it by themselves
 */
export function restoreFocus(place: PagePlace | null, focused: HTMLElement | null): void {
  const active = document.activeElement
  const main = document.getElementById('main')
  // The main part only has it for want of something better.
  const taken = active && active !== document.body && active !== main && active.checkVisibility()
  if (taken && active !== focused) return
  const before = place?.focus?.checkVisibility() ? place.focus : null
  if (before) before.focus({ preventScroll: true })
  else if (!taken) main?.focus({ preventScroll: true })
}
