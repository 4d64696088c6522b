import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { members } from './member.queries.ts'

type CloseDialogProps = { id: number; name: string; onClose(): void; onChanged(): void }

/** Asks before a member is closed and made anonymous, and says what happens. */
export function CloseDialog({ id, name, onClose, onChanged }: CloseDialogProps) {
  const [key] = useState(randomId)
  const close = useMutation({
    mutationFn: () => members.close({ id }, key),
    onSuccess: ({ msg }) => {
      toaster.success(msg)
      onChanged()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      danger
      title={m.member_closeTitle({ name })}
      confirmText={m.member_close()}
      pending={close.isPending}
      error={close.error && failureText(close.error)}
      onCancel={onClose}
      onConfirm={() => close.mutate()}
    >
      {m.member_closeText()}
    </ConfirmDialog>
  )
}
