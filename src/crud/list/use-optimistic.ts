import { useState } from 'react'

/**
 * A piece of the URL's state that people change faster than the URL follows: what they chose last is shown at once, and
 * what arrives late does not undo it. When the URL takes another value by itself (a link, the back button), that wins.
 */
export function useAhead<T>(value: T, keyOf: (value: T) => string, send: (value: T) => void): [T, (next: T) => void] {
  const key = keyOf(value)
  const [seen, setSeen] = useState(key)
  const [ahead, setAhead] = useState<{ value: T; sent: readonly string[] } | null>(null)
  if (key !== seen) {
    setSeen(key)
    if (ahead) {
      const arrived = ahead.sent.indexOf(key)
      const rest = arrived < 0 ? [] : ahead.sent.slice(arrived + 1)
      setAhead(rest.length > 0 ? { ...ahead, sent: rest } : null)
    }
  }
  const change = (next: T) => {
    setAhead((old) => ({ value: next, sent: [...(old?.sent ?? []), keyOf(next)] }))
    send(next)
  }
  return [ahead ? ahead.value : value, change]
}
