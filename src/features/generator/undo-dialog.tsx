import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { generations } from './generator.queries.ts'
import type { CrudRow } from './generator.schema.ts'

export type RowDialogProps = { row: CrudRow; onChanged(): void; onClose(): void }

/** Asks before a generation is taken back, so that table and rows become what they were before, or brought back. */
export function UndoDialog({ row, onChanged, onClose }: RowDialogProps) {
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const [title, confirm, text] =
    row.state === 'undone'
      ? [m.designer_redoTitle({ title: row.title }), m.designer_redo(), m.designer_redoText()]
      : [m.designer_undoTitle({ title: row.title }), m.designer_undo(), undoText[row.kind]()]
  return (
    <ConfirmDialog
      open
      title={title}
      confirmText={confirm}
      danger={row.state !== 'undone'}
      pending={pending}
      error={refusal}
      onConfirm={() => void write((key) => generations.undo({ id: row.id }, key))}
      onCancel={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}

const undoText: Record<CrudRow['kind'], () => string> = {
  create: m.designer_undoCreateText,
  change: m.designer_undoText,
  remove: m.designer_undoRemoveText,
  undo: m.designer_undoText,
  redo: m.designer_undoText,
}
