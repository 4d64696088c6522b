import { useEffect, useState } from 'react'

/** The id of a highlighted row, and its setter. The highlight ends after 2.5 seconds. */
export function useRowHighlight() {
  const [highlightedId, highlight] = useState<number>()
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => highlight(undefined), 2500)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return [highlightedId, highlight] as const
}
