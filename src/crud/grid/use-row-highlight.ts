import { useEffect, useState } from 'react'

/** A row that is pointed out for a moment. */
export function useRowHighlight() {
  const [highlightedId, highlight] = useState<number>()
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => highlight(undefined), 2500)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return [highlightedId, highlight] as const
}
