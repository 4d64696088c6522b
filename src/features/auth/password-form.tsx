import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { firstPasswordForm, passwordForm } from './own-account.schema.ts'
import { OwnCard, OwnNotice } from './own-card.tsx'
import { PASSWORD_PLACE } from './password-place.ts'
import { useOwnForm } from './use-own-form.ts'

const empty = { oldPassword: '', newPassword: '', repeat: '' }

export type PasswordFormProps = {
  side: Side
  username: string
  /** The account has no password yet, so there is no current one. */
  first?: boolean
  /** This sign-in ends too. */
  leaves?: boolean
  /** Changes the password. Resolves to the server's message. */
  send(passwords: { oldPassword?: string; newPassword: string }, idempotencyKey: string): Promise<string>
  onChanged(said: string): void
  /** What the new password needs, and how good it is; without the errors that stand at its field already. */
  advice?(password: string, errors: readonly string[]): ReactNode
}

/** Changes the user's own password. The other sign-ins end, and the message says how many. */
export function PasswordForm(form: PasswordFormProps) {
  return (
    <OwnCard
      id={PASSWORD_PLACE}
      heading={form.first ? m.password_firstTitle() : m.password_title()}
      text={form.first ? m.password_firstText() : form.leaves ? m.password_leaveText() : m.password_text()}
    >
      <PasswordFields {...form} />
    </OwnCard>
  )
}

/** The form without its card. */
export function PasswordFields({ side, username, first = false, send, onChanged, advice }: PasswordFormProps) {
  const { values, notice, saving, form, errorsOf, control } = useOwnForm({
    initial: empty,
    schema: first ? firstPasswordForm : passwordForm,
    send: ({ oldPassword, newPassword }, key) => send(first ? { newPassword } : { oldPassword, newPassword }, key),
    onSaved: onChanged,
  })
  return (
    <form {...form} className="flex flex-col gap-3.5">
      <OwnNotice side={side} notice={notice} />
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {!first && (
        <FormField label={m.password_current()} errors={errorsOf('oldPassword')} required>
          <PasswordInput {...control('oldPassword')} autoComplete="current-password" />
        </FormField>
      )}
      <FormField
        label={m.password_new()}
        hint={advice ? undefined : m.password_hint()}
        errors={errorsOf('newPassword')}
        required
      >
        <PasswordInput {...control('newPassword')} autoComplete="new-password" />
        {advice?.(values.newPassword, errorsOf('newPassword'))}
      </FormField>
      <FormField label={m.password_repeat()} errors={errorsOf('repeat')} required>
        <PasswordInput {...control('repeat')} autoComplete="new-password" />
      </FormField>
      <Button type="submit" variant="primary" loading={saving} className="self-start pointer-coarse:h-11">
        {first ? m.password_firstTitle() : m.password_submit()}
      </Button>
    </form>
  )
}
