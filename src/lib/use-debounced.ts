import { useEffect, useState } from 'react'
import { useStable } from './use-stable.ts'

/** Calls `work` when a value has not changed for some milliseconds. An undefined value is ignored. */
export function useRested<T>(value: T | undefined, work: (value: T) => void, milliseconds: number): void {
  const act = useStable(work)
  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(() => act(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, act, milliseconds])
}

/** Returns a value after it has not changed for some milliseconds. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [rested, setRested] = useState(value)
  useRested(value, setRested, milliseconds)
  return rested
}
