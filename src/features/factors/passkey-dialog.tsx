import { type FormEvent, useId, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { browserName } from '#src/lib/browser-name.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { addPasskey, renamePasskey } from './factor.functions.ts'

type PasskeyDialogProps = {
  side: Side
  /** The new passkey, as the browser has answered it. */
  response?: string
  /** The passkey that gets another name. */
  known?: { id: number; name: string }
  onClose(): void
  /** @param codes new recovery codes, if the account had none */
  onDone(codes: readonly string[] | null): void
}

/** Asks for the name of a passkey, by which its owner knows it again. */
export function PasskeyDialog({ side, response, known, onClose, onDone }: PasskeyDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => known?.name ?? browserName(navigator.userAgent))
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setWrong([m.rule_required()])
    setBusy(true)
    setMessage('')
    try {
      if (known) {
        await renamePasskey({ data: { side, id: known.id, name } })
        onDone(null)
      } else onDone((await addPasskey({ data: { side, name, response: response ?? '' } })).codes)
    } catch (error) {
      const { name: ofName = [], ...others } = error instanceof BackendError ? error.fieldErrors : {}
      setWrong(ofName)
      if (ofName.length === 0) setMessage(Object.values(others).flat()[0] ?? failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onClose()}
      title={known ? m.passkey_rename({ name: known.name }) : m.passkey_add()}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {m.ui_confirm()}
          </Button>
        </>
      }
    >
      <form id={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
        {message && <Banner tone="danger">{message}</Banner>}
        <FormField label={m.passkey_name()} hint={m.passkey_nameHint()} errors={wrong} required>
          <Input
            ref={field}
            name="name"
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setWrong([])
            }}
          />
        </FormField>
      </form>
    </Dialog>
  )
}
