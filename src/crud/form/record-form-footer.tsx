import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { type FooterPlace, FormButtons } from './form-buttons.tsx'

type RecordFormFooterProps = {
  slot: FooterPlace
  /** Id of the form that the buttons belong to. */
  form: string
  saving: boolean
  onCancel?(): void
  /** How many rows follow this one, and a function that saves and opens the next one. */
  next?: { left: number; save(): void }
  /** Goes to the previous step; undefined when there is none. */
  back?: () => void
  /** Another step follows this one. */
  goesOn: boolean
}

/** The buttons of a form, rendered into the footer of the surrounding component. */
export function RecordFormFooter({ slot, form, saving, onCancel, next, back, goesOn }: RecordFormFooterProps) {
  return (
    <FormButtons place={slot}>
      {back && (
        <Button onClick={back} className="mr-auto">
          {m.entry_back()}
        </Button>
      )}
      {onCancel && <Button onClick={onCancel}>{m.ui_cancel()}</Button>}
      {next && (
        <Button onClick={next.save} loading={saving}>
          {m.entry_saveNext({ count: next.left })}
        </Button>
      )}
      <Button type="submit" form={form} variant="primary" loading={saving}>
        {goesOn ? m.entry_next() : m.crud_save()}
      </Button>
    </FormButtons>
  )
}
