import { useEffect, useState } from 'react'

/** A row by its id, or all rows that the search finds. */
export type Highlighted = number | 'found'

/** The highlighted rows, and their setter. The highlight ends after 2.5 seconds. */
export function useRowHighlight() {
  const [highlightedId, highlight] = useState<Highlighted>()
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => highlight(undefined), 2500)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return [highlightedId, highlight] as const
}
