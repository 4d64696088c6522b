import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { type ExamOverview, exams } from './exam.queries.ts'

/** A step from one state of an exam to another. */
export type ExamStep = 'open' | 'takeRevision' | 'toDraft' | 'reopen' | 'archive'

const texts: Record<ExamStep, { title(): string; text(): string }> = {
  open: { title: m.exam_doOpen, text: m.exam_askOpen },
  takeRevision: { title: m.exam_askRevisionTitle, text: m.exam_askRevision },
  toDraft: { title: m.exam_doDraft, text: m.exam_askDraft },
  reopen: { title: m.exam_doReopen, text: m.exam_askReopen },
  archive: { title: m.exam_doArchive, text: m.exam_askArchive },
}

type StepDialogProps = { exam: ExamOverview; step: ExamStep; onChanged(): void; onClose(): void }

/** Asks before a step, and takes it. Opening a locked exam needs a reason. */
export function StepDialog({ exam: { id, version }, step, onChanged, onClose }: StepDialogProps) {
  const [reason, setReason] = useState('')
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const { leave, question } = useDiscard(reason !== '', onClose)
  const { title, text } = texts[step]
  const asksReason = step === 'reopen'
  return (
    <ConfirmDialog
      open
      title={title()}
      confirmText={title()}
      pending={pending}
      disabled={asksReason && reason.trim() === ''}
      error={refusal}
      onCancel={leave}
      onConfirm={() =>
        void write((key) =>
          step === 'reopen'
            ? exams.reopen({ id, version, reason: reason.trim() }, key)
            : exams[step]({ id, version }, key),
        )
      }
    >
      <p>{text()}</p>
      {asksReason && (
        <div className="mt-3">
          <FormField label={m.exam_reason()} required>
            <Textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
          </FormField>
        </div>
      )}
      {question}
    </ConfirmDialog>
  )
}
