import { useLayoutEffect, useRef, useState } from 'react'

/** A function that stays the same and does what the latest render says. For handlers only: never call it in a render. */
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
