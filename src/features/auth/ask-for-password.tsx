import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { askAbove } from '#src/ui/ask-above.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { knownPerson } from './known-person.ts'
import { changeOwnPassword } from './own-account.functions.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PasswordFields } from './password-form.tsx'

/** On these pages, the login page itself has the form. */
const ON_THE_WAY = /^\/(?:admin|user)\/(?:login|loading)(?:\/|$)/

/**
 * Asks for a new password above whatever is on screen, because the present one has expired. The call that was refused
 * is then made again, so nothing that was typed is lost. Returns whether there is a new one.
 */
export function askForPassword(): Promise<boolean> {
  const { pathname } = window.location
  if (ON_THE_WAY.test(pathname)) return Promise.resolve(false)
  return askAbove((answer) => (
    <QueryClientProvider client={new QueryClient()}>
      <NewPasswordDialog side={pathname.startsWith('/admin') ? 'admin' : 'user'} onAnswer={answer} />
    </QueryClientProvider>
  ))
}

function NewPasswordDialog({ side, onAnswer }: { side: Side; onAnswer(given: boolean): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open onRequestClose={() => !busy && onAnswer(false)} title={m.password_expiredTitle()} size="sm">
      <p className="mb-3 text-muted">{m.password_expiredText()}</p>
      <PasswordFields
        side={side}
        username={knownPerson[side].read()?.username ?? ''}
        send={async (passwords, idempotencyKey) => {
          setBusy(true)
          try {
            return await changeOwnPassword({ data: { side, ...passwords, idempotencyKey } })
          } finally {
            setBusy(false)
          }
        }}
        advice={(password, said) => <PasswordAdvice side={side} password={password} said={said} />}
        onChanged={(said) => {
          toaster.success(said)
          onAnswer(true)
        }}
      />
    </Dialog>
  )
}
