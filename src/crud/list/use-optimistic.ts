import { useState } from 'react'

/**
 * A piece of the URL's state that people change faster than the URL follows: what they chose last is shown at once, and
 * what arrives late does not undo it. When the URL takes another value by itself (a link, the back button), that wins.
 */
export function useOptimistic<T>(
  value: T,
  keyOf: (value: T) => string,
  send: (value: T) => void,
): [T, (next: T) => void] {
  const key = keyOf(value)
  const [seen, setSeen] = useState(key)
  const [chosen, setChosen] = useState<{ value: T; sent: readonly string[] } | null>(null)
  if (key !== seen) {
    setSeen(key)
    if (chosen) {
      const arrived = chosen.sent.indexOf(key)
      const rest = arrived < 0 ? [] : chosen.sent.slice(arrived + 1)
      setChosen(rest.length > 0 ? { ...chosen, sent: rest } : null)
    }
  }
  const change = (next: T) => {
    setChosen((old) => ({ value: next, sent: [...(old?.sent ?? []), keyOf(next)] }))
    send(next)
  }
  return [chosen ? chosen.value : value, change]
}
