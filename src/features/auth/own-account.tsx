import { useQueryClient } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { toaster } from '#src/ui/toast.tsx'
import { NameForm, type NameFormProps } from './name-form.tsx'
import { changeOwnPassword, saveOwnProfile } from './own-account.functions.ts'
import type { OwnSaved } from './own-saved.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PasswordForm } from './password-form.tsx'
import { signInsKey } from './sign-ins-query.ts'

/** The form for the user's own name, connected to the server. */
export function OwnName({ side, person, onSaved }: Omit<NameFormProps, 'send'>) {
  return (
    <NameForm
      side={side}
      person={person}
      send={async (name, idempotencyKey) => {
        const saved = await saveOwnProfile({ data: { side, ...name, idempotencyKey } })
        toaster.success(m.success_updated())
        return saved
      }}
      onSaved={onSaved}
    />
  )
}

type OwnPasswordProps = {
  side: Side
  person: { username: string; version: number; hasPassword: boolean }
  onSaved(saved: OwnSaved): void
}

/** The form for the user's own password, connected to the server. */
export function OwnPassword({ side, person, onSaved }: OwnPasswordProps) {
  const client = useQueryClient()
  return (
    <PasswordForm
      side={side}
      username={person.username}
      first={!person.hasPassword}
      send={(passwords, idempotencyKey) => changeOwnPassword({ data: { side, ...passwords, idempotencyKey } })}
      advice={(password, said) => <PasswordAdvice side={side} password={password} said={said} />}
      onChanged={(said) => {
        toaster.success(said)
        if (!person.hasPassword) onSaved({ version: person.version, hasPassword: true })
        void client.invalidateQueries({ queryKey: signInsKey(side) })
      }}
    />
  )
}
