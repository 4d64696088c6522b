import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { AboutAccount } from './about-account.ts'
import { secretCalls } from './secret-calls.ts'

/** Asks before the second factors of an account are removed, for somebody who has lost them. */
export function RemoveFactorsDialog({ of, id, name, onClose, onChanged }: AboutAccount) {
  const [key] = useState(randomId)
  const remove = useMutation({
    mutationFn: () => secretCalls[of].removeFactors({ id }, key),
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
      title={m.user_removeFactors()}
      confirmText={m.factor_remove()}
      pending={remove.isPending}
      error={remove.error && failureText(remove.error)}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {m.user_removeFactorsText({ name })}
    </ConfirmDialog>
  )
}
