import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { crudPost } from './crud-rpc.ts'

/**
 * Shows what was done, with an Undo button for a few seconds. Undo skips rows that have been changed since, but only
 * after the user confirms this.
 */
export function offerUndo(msg: string, changeSetId: number | null | undefined, onUndone: () => void): void {
  const undoable = changeSetId !== null && changeSetId !== undefined
  toaster.success(
    msg,
    undoable ? { label: m.undo_action(), onClick: () => void undo(changeSetId, false, onUndone) } : undefined,
  )
}

/**
 * Restores the rows of a change set. It waits for `onUndone`, so that a second press finds nothing left to undo.
 * @returns whether it succeeded
 */
export async function undo(changeSetId: number, partial: boolean, onUndone: () => unknown): Promise<boolean> {
  try {
    const body = { changeSetId, partial }
    const { msg } = await crudPost({ data: { key: 'history', action: 'undo', body, idempotencyKey: randomId() } })
    toaster.success(msg)
    await onUndone()
    return true
  } catch (error) {
    const changed = error instanceof BackendError && error.code === 409 && !partial
    toaster.error(
      failureText(error),
      changed ? { label: m.undo_others(), onClick: () => void undo(changeSetId, true, onUndone) } : undefined,
    )
    return false
  }
}
