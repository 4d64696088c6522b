import { useDeferredValue, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from '#src/ui/use-hydrated.ts'

/**
 * Whether a form renders all that it contains. A long one begins with what is in sight, so that it is on screen soon,
 * and renders the rest right after that. Markup of the server has all of it.
 * @param short all of it is in sight
 * @returns also a function that renders the rest at once, for a jump to a part of it
 */
export function useWhole(short: boolean): [whole: boolean, complete: () => void] {
  const isAlive = useHydrated()
  const [asked, ask] = useReducer(() => true, false)
  const whole = useDeferredValue(true, short || !isAlive) || asked
  return [whole, () => void (whole || flushSync(ask))]
}
