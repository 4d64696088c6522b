import { useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { randomId } from '#src/lib/random-id.ts'
import { failureOf } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import type { BulkReply, BulkResult } from './bulk-calls.ts'

/** The state of a bulk change: first its preview, then the change itself. */
export function useBulk(send: (preview: boolean, idempotencyKey: string) => Promise<BulkReply>) {
  const [key] = useState(() => new IdempotencyKey())
  const [preview, setPreview] = useState<BulkResult>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef(false)

  const run = async (isPreview: boolean): Promise<BulkReply | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      const answer = await send(isPreview, isPreview ? `preview-${randomId()}` : key.current)
      if (isPreview) setPreview(answer.data)
      return answer
    } catch (reason) {
      if (failureOf(reason).kind === 'refused') key.refused()
      // The response of a refusal contains the rows that block the change.
      const found = resultIn(reason)
      if (found) setPreview(found)
      setError(failureText(reason))
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    preview,
    busy,
    error,
    look: () => run(true),
    apply: () => run(false),
    back() {
      setPreview(undefined)
      setError(undefined)
    },
  }
}

export type Bulk = ReturnType<typeof useBulk>

function resultIn(error: unknown): BulkResult | undefined {
  if (!(error instanceof BackendError) || !isResult(error.data)) return undefined
  return error.data
}

/** A 422 response of these calls contains the same object as a successful one. */
function isResult(data: unknown): data is BulkResult {
  return typeof data === 'object' && data !== null && 'refusedCount' in data && 'matched' in data
}
