import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useUnsaved } from './use-unsaved.ts'

/**
 * For a dialog in which somebody types: Escape, Cancel, and all by which the whole page goes ask before the input is
 * lost.
 * @returns `leave`, which closes the dialog or asks first, and `question`, the element to render
 */
export function useDiscard(dirty: boolean, onClose: () => void): { leave(): void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  useUnsaved({ isDirty: () => dirty, drop: onClose })
  const question = (
    <ConfirmDialog
      open={asking}
      title={m.crud_discardTitle()}
      confirmText={m.crud_discard()}
      danger
      onConfirm={onClose}
      onCancel={() => setAsking(false)}
    >
      {m.crud_discardText()}
    </ConfirmDialog>
  )
  return { leave: () => (dirty ? setAsking(true) : onClose()), question }
}
