import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { beginJob } from '#src/crud/jobs/job-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { DialogOfExam } from './dialog-of-exam.ts'
import { examRuns } from './exam-run.queries.ts'

/** Asks before an exam is computed again, or a stored run is compared. */
export function ComputeDialog({
  exam: { id, version },
  compare,
  onClose,
  onChanged,
}: DialogOfExam & { compare: number | undefined }) {
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const send = () =>
    void write(async (key) => {
      const sent =
        compare === undefined ? examRuns.run({ id, version }, key) : examRuns.compare({ id, run: compare }, key)
      await beginJob(sent)
      return sent
    })
  return (
    <ConfirmDialog
      open
      title={compare === undefined ? m.examRun_again() : m.examRun_compareTitle({ run: compare })}
      confirmText={compare === undefined ? m.examRun_compute() : m.examRun_compare()}
      pending={pending}
      error={refusal}
      onConfirm={send}
      onCancel={onClose}
    >
      {compare === undefined ? m.examRun_againText() : m.examRun_compareText()}
    </ConfirmDialog>
  )
}
