import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import type { AboutAccount } from './about-account.ts'
import { copyPassword } from './copy-password.ts'
import { secretCalls } from './secret-calls.ts'

/** Asks before a password is reset, and shows the new one once. */
export function ResetDialog({ of, id, name, onClose, onChanged }: AboutAccount) {
  // A repeat after a lost connection must not be a second reset: the key stays as long as the dialog is open.
  const [key] = useState(randomId)
  const reset = useMutation({ mutationFn: () => secretCalls[of].resetPassword({ id }, key), onSuccess: onChanged })
  const password = reset.data?.data.password
  return (
    <Dialog
      open
      shownOnce={password !== undefined}
      onRequestClose={() => !reset.isPending && onClose()}
      title={m.user_resetTitle({ name })}
      size="sm"
      footer={
        password === undefined ? (
          <>
            <Button onClick={onClose} disabled={reset.isPending}>
              {m.ui_cancel()}
            </Button>
            <Button variant="primary" loading={reset.isPending} onClick={() => !reset.isPending && reset.mutate()}>
              {m.user_reset()}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {m.ui_close()}
          </Button>
        )
      }
    >
      {reset.error && (
        <Banner tone="danger" className="mb-3">
          {failureText(reset.error)}
        </Banner>
      )}
      {password === undefined ? (
        <p className="text-muted">{m.user_resetText()}</p>
      ) : (
        <FormField label={m.password_new()} hint={m.user_resetDone()}>
          <span className="flex gap-2">
            <Input
              readOnly
              value={password}
              autoComplete="off"
              className="flex-1 font-mono"
              onFocus={(event) => event.target.select()}
            />
            <Button icon={<Copy aria-hidden size={15} />} onClick={() => void copyPassword(password)}>
              {m.user_copy()}
            </Button>
          </span>
        </FormField>
      )}
    </Dialog>
  )
}
