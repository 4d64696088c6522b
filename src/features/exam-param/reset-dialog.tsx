import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { examParams } from './param.queries.ts'

type ResetDialogProps = { id: number; version: number; onChanged(): void; onClose(): void }

/** Asks before an exam goes back to the parameters of its scheme. */
export function ParamResetDialog({ id, version, onChanged, onClose }: ResetDialogProps) {
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  return (
    <ConfirmDialog
      open
      title={m.examParam_reset()}
      confirmText={m.examParam_reset()}
      pending={pending}
      error={refusal}
      onCancel={onClose}
      onConfirm={() => void write((key) => examParams.reset({ id, version }, key))}
    >
      {m.examParam_resetText()}
    </ConfirmDialog>
  )
}
