import { useEffect, useRef, useState } from 'react'

/** Seconds until the page leaves by itself: fewer would be too short to read it and decide (WCAG 2.2.1). */
export const RETURN_SECONDS = 20
const TOTAL = RETURN_SECONDS * 1000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export type AutoReturn = {
  /** 0 to 100. */
  progress: number
  secondsLeft: number
  stopped: boolean
}

/** Goes on to 100 % in random steps and then leaves; any sign of a person stops it for good. */
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
        // A page in the background waits for its reader.
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
      // A page that appears under a resting pointer gets a move without movement.
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

/** Milliseconds: half a second to a whole one, or, for whoever wants little motion, five at a time. */
function stepOf(calm: boolean): number {
  return calm ? 5000 : 500 + Math.random() * 500
}
