import { useQueryClient } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { MemberInfo } from './auth.answers.server.ts'
import { MemberProfileForm } from './member-profile-form.tsx'
import { NameForm, type NameFormProps } from './name-form.tsx'
import { changeOwnPassword, saveOwnMemberProfile, saveOwnProfile } from './own-account.functions.ts'
import type { OwnSaved } from './own-saved.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PasswordForm } from './password-form.tsx'
import { signInsKey } from './sign-ins-query.ts'

/** The form for the own name of a user of the back office, connected to the server. */
export function OwnName({ person, onSaved }: Omit<NameFormProps, 'send' | 'side'>) {
  return (
    <NameForm
      side="admin"
      person={person}
      send={async (name, idempotencyKey) => {
        const saved = await saveOwnProfile({ data: { ...name, idempotencyKey } })
        toaster.success(m.success_updated())
        return saved
      }}
      onSaved={onSaved}
    />
  )
}

type OwnMemberProfileProps = {
  person: MemberInfo
  timeZone: string
  onSaved(saved: OwnSaved): void
}

/** The form for what members say of themselves, connected to the server. */
export function OwnMemberProfile({ person, timeZone, onSaved }: OwnMemberProfileProps) {
  return (
    <MemberProfileForm
      person={{ ...person, signature: person.motto }}
      timeZone={timeZone}
      send={async (profile, idempotencyKey) => {
        const saved = await saveOwnMemberProfile({ data: { ...profile, idempotencyKey } })
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
  /** This sign-in ends with the others. Called afterwards, with the server's message. */
  onLeft?(said: string): void
}

/** The form for the user's own password, connected to the server. */
export function OwnPassword({ side, person, onSaved, onLeft }: OwnPasswordProps) {
  const client = useQueryClient()
  return (
    <PasswordForm
      side={side}
      username={person.username}
      first={!person.hasPassword}
      leaves={onLeft !== undefined}
      send={(passwords, idempotencyKey) =>
        changeOwnPassword({ data: { side, ...passwords, ...(onLeft && { leave: true }), idempotencyKey } })
      }
      advice={(password, said) => <PasswordAdvice side={side} password={password} said={said} />}
      onChanged={(said) => {
        if (onLeft && person.hasPassword) return onLeft(said)
        toaster.success(said)
        if (!person.hasPassword) onSaved({ version: person.version, hasPassword: true })
        void client.invalidateQueries({ queryKey: signInsKey(side) })
      }}
    />
  )
}
