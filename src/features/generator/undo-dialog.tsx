import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { generations } from './generator.queries.ts'
import type { CrudRow } from './generator.schema.ts'

export type RowDialogProps = { row: CrudRow; onChanged(): void; onClose(): void }

/** Asks before a generation is taken back: table and rows become what they were before. */
export function UndoDialog({ row, onChanged, onClose }: RowDialogProps) {
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  return (
    <ConfirmDialog
      open
      title={m.designer_undoTitle({ title: row.title })}
      confirmText={m.designer_undo()}
      danger
      pending={pending}
      error={refusal}
      onConfirm={() => void write((key) => generations.undo({ id: row.id }, key))}
      onCancel={onClose}
    >
      {m.designer_undoText()}
    </ConfirmDialog>
  )
}
