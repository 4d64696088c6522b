import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'

/**
 * Runs one write at a time and keeps the error of the last one. The Idempotency-Key stays the same until the server has
 * answered.
 */
export function useSchemeWrite(onFailed: () => void) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  // A ref, because React state updates too late to stop the second of two clicks.
  const busy = useRef(false)
  const run = async (send: (key: string) => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    setError(undefined)
    try {
      await send(key.current)
      key.refused()
    } catch (reason) {
      const { kind } = failureOf(reason)
      if (kind === 'refused' || kind === 'stale') key.refused()
      setError(failureText(reason))
      onFailed()
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { run, pending, error }
}
