import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { DeleteAnswer } from '../calls/crud-client.ts'
import { failureOf, failureText } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import { UsesList, usesOf } from './uses-list.tsx'

type DeleteDialogProps = {
  /** The row to delete, by name, or how many rows; null while nothing is to be deleted. */
  name: string | number | null
  del(key: string): Promise<DeleteAnswer>
  onDeleted(answer: DeleteAnswer): void
  onCancel(): void
}

/** Asks before a row is deleted, and says why it cannot be. */
export function DeleteDialog({ name, del, onDeleted, onCancel }: DeleteDialogProps) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  // The sentence stays while the dialog fades.
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
      {m.crud_deleteText()}
    </ConfirmDialog>
  )
}

/** A refusal in words; where a row is still used, place by place. */
function whyNot(reason: unknown): ReactNode {
  const uses = usesOf(reason)
  return uses.length > 0 ? <UsesList uses={uses} /> : failureText(reason)
}
