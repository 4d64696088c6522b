import { useEffect, useState } from 'react'

/** A row that is pointed out for a moment. */
export function useRowHighlight() {
  const [marked, setMarked] = useState<number>()
  useEffect(() => {
    if (marked === undefined) return
    const timer = setTimeout(() => setMarked(undefined), 2500)
    return () => clearTimeout(timer)
  }, [marked])
  return [marked, setMarked] as const
}
