import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { StrengthMeter } from '#src/ui/strength-meter.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type PasswordFieldProps = FieldProps & {
  /** An empty field keeps the stored password. */
  keeps: boolean
  /** The secret of another system, whose strength is not for the user to choose. */
  foreign?: boolean | undefined
}

/** A new password. The user can reveal it and sees its strength. */
export function PasswordField({ keeps, foreign, hint, placeholder, ...rest }: PasswordFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string>()
  return (
    <FormField {...rest} hint={hint ?? (keeps ? m.field_passwordKeeps() : undefined)} errors={errors}>
      <PasswordInput
        name={name}
        value={value}
        placeholder={placeholder}
        autoComplete="new-password"
        onChange={(event) => set(event.target.value)}
        onBlur={leave}
      />
      {!foreign && <StrengthMeter password={value} />}
    </FormField>
  )
}
