import { useEffect, useRef, useState } from 'react'

/** Seconds until the page redirects by itself. Fewer are too few to read it and decide (WCAG 2.2.1). */
export const RETURN_SECONDS = 20
const TOTAL = RETURN_SECONDS * 1000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export type AutoReturn = {
  /** Percent, 0 to 100. */
  progress: number
  secondsLeft: number
  stopped: boolean
}

/** Advances to 100 % in random steps and then calls `onReturn`. Any user input stops it permanently. */
export function useAutoReturn(onReturn: () => void): AutoReturn {
  const [passed, setPassed] = useState(0)
  const [stopped, setStopped] = useState(false)
  const leave = useRef(onReturn)
  useEffect(() => {
    leave.current = onReturn
  }, [onReturn])

  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let timer: ReturnType<typeof setTimeout>
    let now = 0
    const next = () => {
      const step = stepOf(calm)
      timer = setTimeout(() => {
        // The time does not advance while the browser tab is hidden.
        if (!document.hidden) now = Math.min(TOTAL, now + step)
        setPassed(now)
        if (now >= TOTAL) leave.current()
        else next()
      }, step)
    }
    const end = () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, stop)
    }
    const stop = (event: Event) => {
      // A page that appears under a resting pointer gets a pointermove event without movement.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      end()
      setStopped(true)
    }
    for (const sign of SIGNS) window.addEventListener(sign, stop, { passive: true })
    next()
    return end
  }, [])

  const secondsLeft = Math.max(0, Math.ceil((TOTAL - passed) / 1000))
  return { progress: Math.round((passed / TOTAL) * 100), secondsLeft, stopped }
}

/** Milliseconds until the next step: 500 to 1,000 or, for users who prefer reduced motion, 5,000. */
function stepOf(calm: boolean): number {
  return calm ? 5000 : 500 + Math.random() * 500
}
