import { type ReactNode, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { DeleteAnswer } from '../calls/crud-client.ts'
import { failureOf } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import { UsesList, usesOf } from './uses-list.tsx'

type DeleteDialogProps = {
  /** The name of the row to delete, or the number of rows. Null while the dialog is closed. */
  name: string | number | null
  /** The user can bring the row back later. */
  restorable?: boolean
  del(key: string): Promise<DeleteAnswer>
  onDeleted(answer: DeleteAnswer): void
  onCancel(): void
}

/** Asks for confirmation before a row is deleted. If the row cannot be deleted, the dialog shows the reason. */
export function DeleteDialog({ name, restorable, del, onDeleted, onCancel }: DeleteDialogProps) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  // The title stays while the dialog fades out.
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)

  const confirm = async () => {
    if (pending) return
    setPending(true)
    setError(null)
    try {
      const answer = await del(key.current)
      key.refused()
      onDeleted(answer)
    } catch (reason) {
      if (failureOf(reason).kind === 'refused') key.refused()
      setError(whyNot(reason))
    } finally {
      setPending(false)
    }
  }

  return (
    <ConfirmDialog
      open={name !== null}
      title={
        typeof shown === 'number' ? m.bulk_deleteTitle({ count: shown }) : m.crud_deleteTitle({ name: shown ?? '' })
      }
      confirmText={m.crud_delete()}
      danger
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={() => {
        setError(null)
        onCancel()
      }}
    >
      {restorable ? m.crud_deleteRestorable() : m.crud_deleteText()}
    </ConfirmDialog>
  )
}

/** The error message of a failed deletion. If the row is still used, the list of its uses. */
function whyNot(reason: unknown): ReactNode {
  const uses = usesOf(reason)
  return uses.length > 0 ? <UsesList uses={uses} /> : failureText(reason)
}
