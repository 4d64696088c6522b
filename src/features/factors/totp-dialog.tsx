import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { confirmApp } from './factor.functions.ts'

const pictures = keptCode(() => import('uqr'))

type TotpDialogProps = {
  side: Side
  begun: { secret: string; uri: string }
  onClose(): void
  /** @param codes new recovery codes, if the account had none */
  onDone(codes: readonly string[] | null): void
}

/** Shows the secret for an authenticator app, and asks for one of its codes. */
export function TotpDialog({ side, begun, onClose, onDone }: TotpDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  useEffect(() => {
    // Without the picture, the secret can be typed.
    pictures().then(
      ({ renderSVG }) => setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(begun.uri, { border: 2 }))}`),
      () => undefined,
    )
  }, [begun.uri])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return setWrong([m.rule_required()])
    setBusy(true)
    setMessage('')
    try {
      onDone((await confirmApp({ data: { side, code: code.trim() } })).codes)
    } catch (error) {
      const errors = error instanceof BackendError ? Object.values(error.fieldErrors).flat() : []
      setWrong(errors)
      if (errors.length === 0) setMessage(failureText(error))
      setBusy(false)
      setCode('')
      field.current?.focus()
    }
  }
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onClose()}
      title={m.factor_appTitle()}
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
        <p className="text-muted">{m.factor_appScan()}</p>
        <span className="mx-auto grid size-44 place-items-center rounded-lg border border-line bg-white p-1">
          {picture && <img src={picture} alt={m.factor_appPicture()} className="size-full" />}
        </span>
        <p className="text-sm text-muted">
          {m.factor_appTyped()}{' '}
          <span className="select-all font-mono break-all text-ink">
            {begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </span>
        </p>
        <FormField label={m.factor_code()} hint={m.factor_codeHint()} errors={wrong} required>
          <Input
            ref={field}
            name="code"
            value={code}
            autoComplete="one-time-code"
            inputMode="numeric"
            onChange={(event) => {
              setCode(event.target.value)
              setWrong([])
            }}
          />
        </FormField>
      </form>
    </Dialog>
  )
}
