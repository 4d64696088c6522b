import { Field } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** Several lines of text. */
export function TextareaField(props: FieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string>()
  return (
    <Field {...props} errors={errors}>
      <Textarea name={name} value={value} rows={2} onChange={(event) => set(event.target.value)} onBlur={leave} />
    </Field>
  )
}
