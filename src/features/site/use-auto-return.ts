import { useEffect, useRef, useState } from 'react'

const SECONDS = 8
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Counts down to going back; any sign of a person stops it for good. */
export function useAutoReturn(active: boolean, onReturn: () => void): { seconds: number; stopped: boolean } {
  const [seconds, setSeconds] = useState(SECONDS)
  const [stopped, setStopped] = useState(false)
  const goBack = useRef(onReturn)
  useEffect(() => {
    goBack.current = onReturn
  }, [onReturn])

  useEffect(() => {
    if (!active || stopped) return
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000)
    const stop = (event: Event) => {
      // A page that appears under a resting pointer gets a move without movement.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      setStopped(true)
    }
    for (const sign of SIGNS) window.addEventListener(sign, stop, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, stop)
    }
  }, [active, stopped])

  const due = seconds <= 0 && !stopped
  useEffect(() => {
    if (due) goBack.current()
  }, [due])

  return { seconds: Math.max(0, seconds), stopped }
}
