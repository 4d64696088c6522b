import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { crudPost } from './crud-rpc.ts'
import { failureText } from './failure.ts'

type Undone = { changeSetId: number | null; undone: number }

/**
 * Says what was done and offers for some seconds to take it back. Rows that somebody else has changed since are left
 * as they are, but only after another question.
 */
export function offerUndo(msg: string, changeSetId: number | null | undefined, onUndone: () => void): void {
  const undoable = changeSetId !== null && changeSetId !== undefined
  toaster.success(
    msg,
    undoable ? { label: m.undo_action(), onClick: () => void undo(changeSetId, false, onUndone) } : undefined,
  )
}

/**
 * Brings the rows of a change set back to what they were. Says whether it succeeded, once `onUndone` is through: a second
 * press finds nothing left to undo.
 */
export async function undo(changeSetId: number, partial: boolean, onUndone: () => unknown): Promise<boolean> {
  try {
    const body = { changeSetId, partial }
    const { data } = await crudPost<Undone>({
      data: { key: 'history', action: 'undo', body, idempotencyKey: randomId() },
    })
    toaster.success(m.undo_done({ count: data.undone }))
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
