import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { isApple } from '#src/lib/shortcut.ts'
import { Button } from '#src/ui/button.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { type FooterPlace, FormButtons } from './form-buttons.tsx'

type RecordFormFooterProps = {
  slot: FooterPlace
  /** Id of the form that the buttons belong to. */
  form: string
  saving: boolean
  onCancel?(): void
  /** Saves and goes on to another row. */
  next?: { label: string; save(): void }
  /** Goes to the previous step; undefined when there is none. */
  back?: () => void
  /** Another step follows this one. */
  goesOn: boolean
  /** What the form adds up to. */
  total?: string
}

/** The buttons of a form, rendered into the footer of the surrounding component. */
export function RecordFormFooter({ slot, form, saving, onCancel, next, goesOn, ...rest }: RecordFormFooterProps) {
  const { back, total } = rest
  const apple = useHydrated() && isApple(navigator.platform)
  return (
    <FormButtons place={slot}>
      {(back || total) && (
        <div className={cx('mr-auto flex items-center gap-3', !back && 'max-sm:w-full')}>
          {back && <Button onClick={back}>{m.entry_back()}</Button>}
          {total && <output className="tabular text-sm text-muted">{total}</output>}
        </div>
      )}
      {onCancel && <Button onClick={onCancel}>{m.ui_cancel()}</Button>}
      {next && (
        <Button onClick={next.save} loading={saving}>
          {next.label}
        </Button>
      )}
      <Button
        type="submit"
        form={form}
        variant="primary"
        loading={saving}
        aria-keyshortcuts={goesOn ? undefined : apple ? 'Meta+S' : 'Control+S'}
      >
        {goesOn ? m.entry_next() : m.crud_save()}
        {!goesOn && (
          <kbd aria-hidden className="ml-2 font-sans text-xs text-white max-sm:hidden pointer-coarse:hidden">
            {apple ? '⌘S' : 'Ctrl S'}
          </kbd>
        )}
      </Button>
    </FormButtons>
  )
}
