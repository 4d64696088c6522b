import { type ComponentProps, useId, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FactorForm } from './factor-form.tsx'

type FactorPromptProps = Pick<ComponentProps<typeof FactorForm>, 'ways' | 'send' | 'passkeyOptions'> & {
  title: string
  text: string
  /** What the button that sends says. */
  submit: string
  /** What the button that gives up says. */
  back?: string
  onClose(): void
}

/** Asks in a dialog for a factor. It stays open until `onClose` or the work of `send` takes it away. */
export function FactorPrompt({ title, text, submit, back = m.ui_cancel(), onClose, ...form }: FactorPromptProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onClose()}
      title={title}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {back}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{text}</p>
      <FactorForm id={id} field={field} busy={busy} onBusy={setBusy} {...form} />
    </Dialog>
  )
}
