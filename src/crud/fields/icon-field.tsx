import { lazy, Suspense } from 'react'
import { Field } from '#src/ui/field.tsx'
import { looks } from '#src/ui/looks.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

// Few forms have icons.
const IconPicker = lazy(async () => ({ default: (await import('#src/layout/icons/icon-picker.tsx')).IconPicker }))

/** An icon out of our own set, Font Awesome, Iconfont or Element Plus. */
export function IconField({ label, hint, required, className }: FieldProps) {
  const field = useBoundField<string>()
  return (
    <Field label={label} hint={hint} required={required} errors={field.errors} className={className}>
      <Suspense fallback={<span aria-hidden className={`${looks.control} h-8`} />}>
        <IconPicker value={field.value} onChange={field.set} onBlur={field.leave} />
      </Suspense>
    </Field>
  )
}
