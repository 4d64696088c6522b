import { Copy, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { PasswordAdvice } from '#src/features/auth/password-advice.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomPassword } from '#src/lib/random-text.ts'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import type { AccountForm } from './account.schema.ts'
import { copyPassword } from './copy-password.ts'

/** The password of an account: typed, or a random one, which is shown and can be copied until it is saved. */
export function NewPasswordField(props: FieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string>()
  const about = useFormValues<AccountForm>()
  const names = [about.username, about.name, about.nickname, about.email].filter((name) => Boolean(name)).map(String)
  const [generated, setGenerated] = useState('')
  const isShown = generated !== '' && value === generated
  const input = {
    name,
    value,
    autoComplete: 'new-password',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set(event.target.value),
    onBlur: leave,
    className: 'min-w-40 flex-1',
  }
  // A password that is not required keeps the stored one while it is empty.
  const hint = isShown ? m.user_generated() : props.required ? undefined : m.field_passwordKeeps()
  const generate = () => {
    const next = randomPassword()
    setGenerated(next)
    set(next)
  }
  return (
    <FormField {...props} hint={hint} errors={errors}>
      <span className="flex flex-wrap gap-2">
        {isShown ? <Input {...input} spellCheck={false} autoCapitalize="none" /> : <PasswordInput {...input} />}
        {isShown && (
          <Button icon={<Copy aria-hidden size={15} />} onClick={() => void copyPassword(generated)}>
            {m.user_copy()}
          </Button>
        )}
        <Button icon={<WandSparkles aria-hidden size={15} />} onClick={generate}>
          {m.user_generate()}
        </Button>
      </span>
      {!isShown && <PasswordAdvice side="admin" password={value} names={names} />}
    </FormField>
  )
}
