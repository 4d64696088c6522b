import { type RefObject, useEffect, useRef } from 'react'
import { firstControl } from './focus-field.ts'

/**
 * Focuses the first field of a form when it opens, not the close button of the dialog. The user wants to fill it in.
 * @param initial the ref from which the dialog reads the element to focus when it opens; without one nothing happens
 */
export function useFirstFocus(
  form: RefObject<HTMLElement | null>,
  initial: RefObject<HTMLElement | null> | undefined,
): void {
  // A user who returns to a hidden tab continues at the same place.
  const begun = useRef(false)
  useEffect(() => {
    const element = form.current
    // On a touch screen, the on-screen keyboard would cover the form.
    if (!element || !initial || begun.current || matchMedia('(pointer: coarse)').matches) return
    begun.current = true
    const take = () => {
      initial.current = firstControl(element)
      if (!initial.current) return
      waiting.disconnect()
      // The row or the control may load after the dialog has opened. The focus moves only if it is not in the form yet.
      const { activeElement: active } = document
      const outside = active === document.body || active?.closest('[role=dialog]')?.contains(element)
      if (outside && !element.contains(active)) initial.current.focus()
    }
    const waiting = new MutationObserver(take)
    waiting.observe(element, { childList: true, subtree: true })
    take()
    return () => {
      waiting.disconnect()
      initial.current = null
    }
  }, [form, initial])
}
