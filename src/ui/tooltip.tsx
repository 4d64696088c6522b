import { useEffect } from 'react'
import { keptCode } from '#src/lib/line.ts'
import { movesFocus } from './focus-keys.ts'

const box = keptCode(() => import('./tooltip-box.ts'))

/**
 * The one tooltip of the page. An element with `data-tip` has a tip: that text, or its accessible name when the
 * attribute is empty. `data-tip-side="right"` puts it there, and `aria-keyshortcuts` adds the shortcut. The code loads
 * when the pointer or the focus first reaches such an element.
 */
export function Tooltips() {
  useEffect(() => {
    const abort = new AbortController()
    let stop: (() => void) | undefined
    /** The last event that the user has pressed something with. */
    let pressed: Event | undefined
    const press = (event: Event) => {
      pressed = event
    }
    const see = (event: Event) => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-tip]')) return
      const last = pressed
      // A dialog that opens gives the focus to a button of its own. Nobody asks what that is.
      if (event.type === 'focusin' && !movesFocus(last)) return
      box().then(
        ({ watchTooltips }) => {
          // Who has pressed the button meanwhile knows what it is.
          if (!abort.signal.aborted) stop ??= watchTooltips(last === pressed ? event : undefined)
          abort.abort()
        },
        () => undefined,
      )
    }
    for (const name of ['pointerover', 'focusin']) addEventListener(name, see, abort)
    for (const name of ['pointerdown', 'keydown'])
      addEventListener(name, press, { capture: true, signal: abort.signal })
    return () => {
      abort.abort()
      stop?.()
    }
  }, [])
  return null
}
