import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { FamilyCalls, LinkedStudent } from './own-family.queries.ts'

type LeaveDialogProps = {
  student: LinkedStudent
  calls: FamilyCalls
  onClose(): void
  /** The link is removed, or was not there any more. */
  onSettled(): void
}

/** Asks whether a link is to be removed, which cannot be undone. */
export function LeaveDialog({ student, calls, onClose, onSettled }: LeaveDialogProps) {
  const [idempotencyKey] = useState(randomId)
  const leave = useMutation({
    mutationFn: () => calls.revoke({ id: student.id, idempotencyKey }).catch(leaveWhenSignedOut),
    onSuccess: (msg) => {
      toaster.success(msg)
      onClose()
    },
    onSettled,
  })
  return (
    <ConfirmDialog
      open
      danger
      title={m.family_leaveQuestion({ name: student.name })}
      confirmText={m.family_leave()}
      pending={leave.isPending}
      error={leave.error && failureText(leave.error)}
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    >
      {m.family_leaveText()}
    </ConfirmDialog>
  )
}
