import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import type { DialogOfExam } from './dialog-of-exam.ts'
import { examRuns } from './exam-run.queries.ts'

/** Asks why a publication is withdrawn. */
export function WithdrawDialog({ exam: { id, version }, onClose, onChanged }: DialogOfExam) {
  const [reason, setReason] = useState('')
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const { leave, question } = useDiscard(reason !== '', onClose)
  return (
    <ConfirmDialog
      open
      title={m.examRun_withdrawTitle()}
      confirmText={m.examRun_withdraw()}
      danger
      pending={pending}
      disabled={reason.trim() === ''}
      error={refusal}
      onConfirm={() => void write((key) => examRuns.withdraw({ id, version, reason: reason.trim() }, key))}
      onCancel={leave}
    >
      <p className="mb-3">{m.examRun_withdrawText()}</p>
      <FormField label={m.examRun_reason()} required>
        <Textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
      </FormField>
      {question}
    </ConfirmDialog>
  )
}
