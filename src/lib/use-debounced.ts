import { useEffect, useState } from 'react'
import { useStable } from './use-stable.ts'

/** Does its work once a value has rested for a moment; nothing while the value is undefined. */
export function useRested<T>(value: T | undefined, work: (value: T) => void, milliseconds: number): void {
  const act = useStable(work)
  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(() => act(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, act, milliseconds])
}

/** A value once it has rested for a moment. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [rested, setRested] = useState(value)
  useRested(value, setRested, milliseconds)
  return rested
}
