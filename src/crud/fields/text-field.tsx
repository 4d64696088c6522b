import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type TextFieldProps = FieldProps & { inputMode?: 'text' | 'tel' | 'email' | 'url' }

/** A text of one line. `inputMode` selects the on-screen keyboard. */
export function TextField({ inputMode, placeholder, ...rest }: TextFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string | number | null>()
  return (
    <FormField {...rest} errors={errors}>
      <Input
        name={name}
        value={value ?? ''}
        inputMode={inputMode}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => set(event.target.value)}
        onBlur={leave}
      />
    </FormField>
  )
}
