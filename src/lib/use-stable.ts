import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a stable function that calls the latest render's handler. For event handlers only: never call it during a
 * render.
 */
export function useStable<TArgs extends unknown[], TResult>(
  handler: (...args: TArgs) => TResult,
): (...args: TArgs) => TResult {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  const [stable] = useState(
    () =>
      (...args: TArgs) =>
        latest.current(...args),
  )
  return stable
}
