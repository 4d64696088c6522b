import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** Pixels below the top edge within which a section counts as the one that is read. */
const REACH = 96

/**
 * The section of a form that the user reads or fills in, and a function to go to another one.
 * @param keys the sections, in their order; each one has `data-section`
 * @param complete renders those that are still missing
 */
export function useSectionSpy(form: RefObject<HTMLElement | null>, keys: readonly string[], complete: () => void) {
  const [current, setCurrent] = useState(keys[0] ?? '')
  // The user chose a section near the end, whose beginning cannot reach the top. It stays until the user scrolls.
  const held = useRef<number>(undefined)
  const sectionOf = (key: string) =>
    form.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(key)}"]`) ?? undefined

  const read = useStable((box: Element) => {
    if (held.current === box.scrollTop) return
    held.current = undefined
    const edge = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top
    const atEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2
    const reached = keys.filter((key) => (sectionOf(key)?.getBoundingClientRect().top ?? Infinity) <= edge + REACH)
    const found = atEnd ? keys.at(-1) : (reached.at(-1) ?? keys[0])
    if (found !== undefined) setCurrent(found)
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    // What scrolls the form is only found out when something does: to ask now would lay out the form twice.
    const onScroll = ({ target: at }: Event) => {
      const box = at === document ? document.scrollingElement : at
      if (box instanceof Element && box === scrollerOf(element)) read(box)
    }
    const onFocus = ({ target: at }: FocusEvent) => {
      const section = at instanceof Element ? at.closest<HTMLElement>('[data-section]') : null
      if (section?.dataset.section === undefined) return
      held.current = scrollerOf(element)?.scrollTop
      setCurrent(section.dataset.section)
    }
    // The event of a scrolled element does not rise, but begins at the document.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    element.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
      element.removeEventListener('focusin', onFocus)
    }
  }, [form, read])

  return {
    current,
    go(key: string) {
      complete()
      const section = sectionOf(key)
      if (!section) return
      section.scrollIntoView({ block: 'start' })
      // The next Tab goes to the first field of the section.
      section.focus({ preventScroll: true })
      held.current = scrollerOf(section)?.scrollTop
      setCurrent(key)
    },
  }
}

/** The element that scrolls the given one. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at !== document.body) return at
  }
  return document.scrollingElement
}
