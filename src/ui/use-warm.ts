import { useEffect } from 'react'
import { warmCode } from './lazy.tsx'

/** Milliseconds after which a page has certainly loaded what it needs itself. */
const REST = 6000
/** Milliseconds after a press in which its answer may be on its way. What nobody has asked for waits for it. */
const ANSWER = 1000
/** Milliseconds in which a pointer that has come presses what it has come for. */
const APPROACH = 150

const signs = ['pointerover', 'keydown', 'touchstart'] as const
const presses = ['pointerdown', 'keydown'] as const

/**
 * Loads the code that is marked with `warm` before the user asks for it: when the user begins to point, to touch or to
 * type, or when the page has long been at rest. Not where the user saves data.
 */
export function useWarm(): void {
  useEffect(() => {
    if (isMetered()) return
    const begin = () => {
      end()
      void warm()
    }
    const timer = setTimeout(begin, REST)
    const end = () => {
      clearTimeout(timer)
      for (const kind of signs) document.removeEventListener(kind, begin)
    }
    for (const kind of signs) document.addEventListener(kind, begin, { passive: true })
    return end
  }, [])
}

async function warm(): Promise<void> {
  let busy = performance.now() + APPROACH
  const press = () => {
    busy = performance.now() + ANSWER
  }
  for (const kind of presses) document.addEventListener(kind, press, { passive: true })
  const calm = async () => {
    for (;;) {
      const rest = busy - performance.now()
      if (rest <= 0) break
      await after(rest)
    }
    await idle()
  }
  // Code that cannot be loaded now is loaded when it is needed, and a failure is shown there.
  await warmCode(calm).catch(() => undefined)
  for (const kind of presses) document.removeEventListener(kind, press)
}

const after = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Not every browser says when it is idle. */
const idle = () =>
  'requestIdleCallback' in window ? new Promise((done) => requestIdleCallback(done, { timeout: ANSWER })) : undefined

/** Whether the user asks for little data. Not every browser says it. */
function isMetered(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
