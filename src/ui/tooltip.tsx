import { useEffect } from 'react'
import { keptCode } from '#src/lib/line.ts'

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
    let pressed = false
    const press = (event: Event) => {
      pressed = event.type === 'pointerdown'
    }
    const see = (event: Event) => {
      // A dialog that a press opens gives the focus to a button of its own. Nobody asks what that is.
      if (event.type === 'focusin' && pressed) return
      if (!(event.target instanceof Element) || !event.target.closest('[data-tip]')) return
      box().then(
        ({ watchTooltips }) => {
          if (!abort.signal.aborted) stop ??= watchTooltips(event)
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
