import type { RefObject } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import type { FactorChoice } from './use-factor.ts'

type FactorFieldProps = {
  choice: FactorChoice
  field: RefObject<HTMLInputElement | null>
  value: string
  wrong: readonly string[]
  change(text: string): void
}

/** The field of a way, or what happens with the press of its button. */
export function FactorField({ choice, field, value, wrong, change }: FactorFieldProps) {
  const control = {
    ref: field,
    value,
    size: 'lg' as const,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  }
  switch (choice.way) {
    case 'provider':
      return <p>{m.proof_atProviderText({ name: choice.provider.name })}</p>
    case 'passkey':
      return <p>{m.passkey_ask()}</p>
    case 'password':
      return (
        <FormField label={m.login_password()} errors={wrong} required>
          <PasswordInput {...control} name="password" autoComplete="current-password" />
        </FormField>
      )
    case 'totp':
      return (
        <FormField label={m.factor_code()} hint={m.factor_codeHint()} errors={wrong} required>
          <Input
            {...control}
            name="code"
            key="totp"
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
          />
        </FormField>
      )
    case 'recovery':
      return (
        <FormField label={m.factor_recoveryCode()} hint={m.factor_recoveryHint()} errors={wrong} required>
          <Input {...control} name="code" key="recovery" autoComplete="off" spellCheck={false} />
        </FormField>
      )
  }
}
