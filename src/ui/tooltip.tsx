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
    const see = (event: Event) => {
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
    return () => {
      abort.abort()
      stop?.()
    }
  }, [])
  return null
}
