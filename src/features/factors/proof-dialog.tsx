import { type FormEvent, useId, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { giveProof } from './proof.functions.ts'

type ProofDialogProps = {
  side: Side
  /** What the account can prove with. */
  ways: readonly string[]
  onAnswer(given: boolean): void
}

/** Asks who has pressed a button that could take over the product to prove that they are who they are. */
export function ProofDialog({ side, ways, onAnswer }: ProofDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string[]>([])
  const [message, setMessage] = useState('')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The form of the page is an ancestor in no case, but React passes events on.
    event.stopPropagation()
    if (busy) return
    if (password === '') return setWrong([m.rule_required()])
    setBusy(true)
    setMessage('')
    try {
      await giveProof({ data: { side, body: { way: 'password', password } } })
      onAnswer(true)
    } catch (error) {
      const errors = error instanceof BackendError ? Object.values(error.fieldErrors).flat() : []
      setWrong(errors)
      if (errors.length === 0) setMessage(failureText(error))
      setBusy(false)
      field.current?.focus()
    }
  }

  return (
    <Dialog
      open
      onRequestClose={() => !busy && onAnswer(false)}
      title={m.proof_title()}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} disabled={busy}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {m.ui_confirm()}
          </Button>
        </>
      }
    >
      <form id={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-muted">{m.proof_text()}</p>
        {message && <Banner tone="danger">{message}</Banner>}
        {ways.includes('password') && (
          <FormField label={m.login_password()} errors={wrong} required>
            <PasswordInput
              ref={field}
              name="password"
              value={password}
              autoComplete="current-password"
              onChange={(event) => {
                setPassword(event.target.value)
                setWrong([])
              }}
            />
          </FormField>
        )}
      </form>
    </Dialog>
  )
}
