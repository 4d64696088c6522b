import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { failureOf, failureText } from './failure.ts'
import { WriteKey } from './write-key.ts'

type DeleteDialogProps = {
  /** The row to delete, by name; null while nothing is to be deleted. */
  name: string | null
  del(key: string): Promise<{ msg: string }>
  onDeleted(): void
  onCancel(): void
}

/** Asks before a row is deleted, and says why it cannot be. */
export function DeleteDialog({ name, del, onDeleted, onCancel }: DeleteDialogProps) {
  const [key] = useState(() => new WriteKey())
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // The sentence stays while the dialog fades.
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)

  const confirm = async () => {
    if (pending) return
    setPending(true)
    setError(null)
    try {
      const { msg } = await del(key.current)
      key.refused()
      toaster.success(msg)
      onDeleted()
    } catch (reason) {
      if (failureOf(reason).kind === 'refused') key.refused()
      setError(failureText(reason))
    } finally {
      setPending(false)
    }
  }

  return (
    <ConfirmDialog
      open={name !== null}
      title={m.crud_deleteTitle({ name: shown ?? '' })}
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
