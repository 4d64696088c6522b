import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'

/**
 * For a dialog in which somebody types: Escape, a click outside and Cancel ask before the input is lost. Beside it,
 * `useUnsaved` asks when the whole page goes.
 * @returns `leave`, which closes the dialog or asks first, and `question`, the element to render
 */
export function useDiscard(dirty: boolean, onClose: () => void): { leave(): void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
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
