import { createPortal } from 'react-dom'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'

type RecordFormFooterProps = {
  slot: HTMLElement | null
  /** Id of the form that the buttons belong to. */
  form: string
  saving: boolean
  onCancel(): void
  /** How many are still to be edited after this one, and going on with them. */
  next?: { left: number; save(): void }
  /** To the step before, where there is one. */
  back?: () => void
  /** There is another step behind this one. */
  goesOn: boolean
}

/** The buttons of a form, in the footer of whatever the form is in. */
export function RecordFormFooter({ slot, form, saving, onCancel, next, back, goesOn }: RecordFormFooterProps) {
  if (!slot) return null
  return createPortal(
    <>
      {back && (
        <Button onClick={back} className="mr-auto">
          {m.entry_back()}
        </Button>
      )}
      <Button onClick={onCancel}>{m.ui_cancel()}</Button>
      {next && (
        <Button onClick={next.save} loading={saving}>
          {m.entry_saveNext({ count: next.left })}
        </Button>
      )}
      <Button type="submit" form={form} variant="primary" loading={saving}>
        {goesOn ? m.entry_next() : m.crud_save()}
      </Button>
    </>,
    slot,
  )
}
