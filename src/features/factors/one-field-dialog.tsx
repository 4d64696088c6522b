import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'

type OneFieldDialogProps = {
  title: string
  /** What stands above the field. */
  above?: ReactNode
  label: string
  hint: string
  input: Pick<ComponentProps<typeof Input>, 'maxLength' | 'autoComplete' | 'inputMode'> & { name: string }
  initial?: string
  /** A refused value is of no use any more. */
  clears?: boolean
  /** Sends what was typed. A refusal is thrown. */
  send(value: string): Promise<void>
  onClose(): void
}

/** A dialog that asks for one text, and shows at its field what the server says of it. */
export function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, above, label, hint, input, initial = '', clears = false, send, onClose } = props
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (value.trim() === '') return setWrong([m.rule_required()])
    setBusy(true)
    setMessage('')
    try {
      await send(value.trim())
    } catch (error) {
      const { [input.name]: own = [], ...others } = error instanceof BackendError ? error.fieldErrors : {}
      setWrong(own)
      if (own.length === 0) setMessage(Object.values(others).flat()[0] ?? failureText(error))
      setBusy(false)
      if (clears) setValue('')
      field.current?.focus()
    }
  }
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
        {above}
        <FormField label={label} hint={hint} errors={wrong} required>
          <Input
            ref={field}
            {...input}
            value={value}
            onChange={(event) => {
              setValue(event.target.value)
              setWrong([])
            }}
          />
        </FormField>
      </form>
    </Dialog>
  )
}
