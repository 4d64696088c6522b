import { type RefObject, useEffect, useRef } from 'react'
import { firstControl } from './focus-field.ts'

/**
 * Whoever opens a form wants to fill it in: its first field has the focus, not the cross of the dialog around it.
 * @param initial where the dialog looks for what to give the focus to when it opens
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>, initial: RefObject<HTMLElement | null>): void {
  // Whoever comes back to a hidden tab goes on where they were.
  const begun = useRef(false)
  useEffect(() => {
    const element = form.current
    // Under a finger the keyboard of the screen would come up over the form.
    if (!element || begun.current || matchMedia('(pointer: coarse)').matches) return
    begun.current = true
    const take = () => {
      initial.current = firstControl(element)
      if (!initial.current) return
      waiting.disconnect()
      // The dialog may have opened before its row or the control came; nobody has gone anywhere in the form yet.
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
