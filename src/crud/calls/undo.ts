import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatCount } from '#src/lib/count.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { undoCall } from '#src/server/history/undo.api.server.ts'
import { toaster } from '#src/ui/toast.tsx'
import { posting } from './endpoint-calls.ts'
import { refusedText } from './failure.ts'

const undoing = posting<typeof undoCall>('/adminApi/history/undo')

/** From this number of rows on, the user is asked before they go back. */
export const MANY_ROWS = 1000

/**
 * Shows what was done, with an Undo button for a few seconds. Undo skips rows that something stands in the way of, but
 * only after the user confirms this.
 * @param count the number of rows that were changed
 */
export function offerUndo(
  msg: string,
  changeSetId: number | null | undefined,
  onUndone: () => void,
  count: number = 1,
): void {
  if (changeSetId === null || changeSetId === undefined) {
    toaster.success(msg)
    return
  }
  const act = () => void undo(changeSetId, false, onUndone)
  const ask = () => {
    const rows = { count: formatCount(count) }
    toaster.info(m.undo_askTitle(rows), { label: m.undo_confirm(rows), onClick: act, later: true })
  }
  toaster.success(msg, { label: m.undo_action(), onClick: count < MANY_ROWS ? act : ask, later: true })
}

/** Takes a change set back. @param partial skips rows that something stands in the way of @returns what was done */
export async function takeBack(changeSetId: number, partial: boolean): Promise<string> {
  return (await undoing({ changeSetId, partial }, randomId())).msg
}

/** Whether other rows of a change set can be taken back, although some cannot. */
export function othersAreFree(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.code !== 409) return false
  const { data } = error
  return typeof data === 'object' && data !== null && 'free' in data && Number(data.free) > 0
}

/** Takes a change set back and shows in a message what was done, or why not. */
async function undo(changeSetId: number, partial: boolean, onUndone: () => unknown): Promise<void> {
  try {
    toaster.success(await takeBack(changeSetId, partial))
    await onUndone()
  } catch (error) {
    const others = { label: m.undo_others(), onClick: () => void undo(changeSetId, true, onUndone), later: true }
    toastFailure(error, refusedText(error), !partial && othersAreFree(error) ? others : undefined)
  }
}
