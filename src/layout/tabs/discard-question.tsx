import { m } from '#src/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'

type DiscardQuestionProps = { titles: readonly string[]; onAnswer(discard: boolean): void }

/** Asks before tabs with unsaved content are closed or loaded again. */
export function DiscardQuestion({ titles, onAnswer }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open
      title={m.crud_discardTitle()}
      confirmText={m.crud_discard()}
      danger
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {m.tabs_discardText({ titles: titles.join(m.tabs_listComma()) })}
    </ConfirmDialog>
  )
}
