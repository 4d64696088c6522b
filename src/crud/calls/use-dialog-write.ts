import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { toaster } from '#src/ui/toast.tsx'
import { failureOf } from './failure.ts'
import { IdempotencyKey } from './idempotency-key.ts'

type DialogWrite = {
  onChanged(): void
  onClose(): void
  /** The text for a failure. Default: the answer of the server, or what happened to the line. */
  textOf?(reason: unknown): string
}

/**
 * The write of a dialog that closes after it: a second press does nothing, a repeat after a lost connection is the same
 * write, and what is refused is said in the dialog.
 */
export function useDialogWrite({ onChanged, onClose, textOf = failureText }: DialogWrite) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)
  const write = async (call: (key: string) => Promise<{ msg: string }>) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setRefusal(undefined)
    try {
      const { msg } = await call(key.current)
      key.done()
      toaster.success(msg)
      onChanged()
      onClose()
    } catch (reason) {
      if (failureOf(reason).kind !== 'lost') key.refused()
      setRefusal(textOf(reason))
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { pending, refusal, write }
}
