import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { configCalls } from './config.queries.ts'

/** Takes a change of the configuration back. `busy`: the change that is going back. `error`: why the last one stays. */
export function useConfigUndo(onChanged: () => Promise<unknown>) {
  const [busy, setBusy] = useState<number>()
  const [error, setError] = useState('')
  const undo = async (changeId: number) => {
    setBusy(changeId)
    setError('')
    try {
      toaster.success((await configCalls.undo({ changeId }, randomId())).msg)
      await onChanged()
    } catch (reason) {
      setError(refusedText(reason))
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, error, undo }
}
