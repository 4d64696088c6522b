import { Field } from '#src/ui/field.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

// Few forms have icons.
const IconPicker = lazyPart(async () => (await import('#src/layout/icons/icon-picker.tsx')).IconPicker)

/** An icon out of our own set, Font Awesome, Iconfont or Element Plus. */
export function IconField({ label, hint, required, className }: FieldProps) {
  const field = useBoundField<string>()
  return (
    <Field label={label} hint={hint} required={required} errors={field.errors} className={className}>
      <IconPicker value={field.value} onChange={field.set} onBlur={field.leave} />
    </Field>
  )
}
