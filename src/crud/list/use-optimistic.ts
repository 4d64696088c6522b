import { useState } from 'react'

/**
 * A part of the URL's state that users change faster than the URL updates. The last chosen value is shown immediately,
 * and earlier values that arrive late do not replace it. If the URL changes to a value that was not sent (a link, the
 * back button), the value of the URL is used.
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
