import { useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** Milliseconds after which a page has certainly loaded what it needs itself. */
const REST = 6000

/**
 * Loads code before the user asks for it: when the pointer or the focus comes to a button or a row, or when the page
 * has long been at rest. Not where the user saves data.
 * @param load loads the code; it runs once
 */
export function useWarm(load: () => Promise<unknown>): void {
  const run = useStable(load)
  useEffect(() => {
    if (isMetered()) return
    const begin = () => {
      end()
      void run().catch(() => undefined)
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
  }, [run])
}

const kinds = ['pointerover', 'focusin', 'touchstart'] as const

/** Whether the user asks for little data. Not every browser says it. */
function isMetered(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
