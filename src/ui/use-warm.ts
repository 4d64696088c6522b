import { useEffect } from 'react'
import { warmCode } from './lazy.tsx'

/** Milliseconds after which a page has certainly loaded what it needs itself. */
const REST = 6000

/**
 * Loads the code that is marked with `warm` before the user asks for it: when the pointer or the focus comes to a
 * button or a row, or when the page has long been at rest. Not where the user saves data.
 */
export function useWarm(): void {
  useEffect(() => {
    if (isMetered()) return
    const begin = () => {
      end()
      void warmCode().catch(() => undefined)
    }
    const near = ({ target }: Event) => {
      if (target instanceof Element && target.closest('main :is(button, tr, [role=row])')) begin()
    }
    const timer = setTimeout(begin, REST)
    const end = () => {
      clearTimeout(timer)
      for (const kind of kinds) document.removeEventListener(kind, near)
    }
    for (const kind of kinds) document.addEventListener(kind, near, { passive: true })
    return end
  }, [])
}

const kinds = ['pointerover', 'focusin', 'touchstart'] as const

/** Whether the user asks for little data. Not every browser says it. */
function isMetered(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
