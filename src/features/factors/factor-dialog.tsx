import { useId, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { BegunSignIn } from './ask-for-factor.tsx'
import { FactorForm } from './factor-form.tsx'
import { type FactorSignIn, finishSignIn, getSignInOptions } from './sign-in.functions.ts'

type FactorDialogProps = { begun: BegunSignIn; onAnswer(given: FactorSignIn | string | undefined): void }

/** The second step of a sign-in. */
export function FactorDialog({ begun: { side, keep, token, ways }, onAnswer }: FactorDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onAnswer(undefined)}
      title={m.mfa_title()}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onAnswer(undefined)} disabled={busy}>
            {m.mfa_back()}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {m.login_submit()}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{m.mfa_needed()}</p>
      <FactorForm
        id={form}
        ways={ways}
        field={field}
        busy={busy}
        onBusy={setBusy}
        send={async (given) => {
          const answer = await finishSignIn({ data: { side, keep, token, given } })
          if (answer.ok) return onAnswer(answer)
          // Without a field, nothing that is given here leads further.
          if (!answer.errors) return onAnswer(answer.message)
          throw new BackendError(422, answer.message, { errors: answer.errors })
        }}
        passkeyOptions={() => getSignInOptions({ data: { side, token } })}
      />
    </Dialog>
  )
}
