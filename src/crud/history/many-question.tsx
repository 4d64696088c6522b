import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'

type ManyQuestionProps = {
  /** The number of rows that go back. Undefined while the question is closed. */
  count: number | undefined
  text: string
  /** Title and button of the question. By default those of an undo. */
  title?(rows: { count: string }): string
  confirm?(rows: { count: string }): string
  onConfirm(): void
  onCancel(): void
}

/** Asks before many rows go back at once. */
export function ManyQuestion({ count, text, onConfirm, onCancel, ...say }: ManyQuestionProps) {
  const { title = m.undo_askTitle, confirm = m.undo_confirm } = say
  // The number stays while the dialog fades out.
  const [shown, setShown] = useState({ count, text })
  if (count !== undefined && count !== shown.count) setShown({ count, text })
  const rows = { count: formatCount(shown.count ?? 0) }
  return (
    <ConfirmDialog
      open={count !== undefined}
      title={title(rows)}
      confirmText={confirm(rows)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {shown.text}
    </ConfirmDialog>
  )
}
