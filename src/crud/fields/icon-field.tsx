import { FormField } from '#src/ui/field.tsx'
import { lazyControl } from '#src/ui/lazy.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

// Few forms have icons, so the picker loads on demand.
const IconPicker = lazyControl(async () => (await import('#src/layout/icons/icon-picker.tsx')).IconPicker)

/** An icon from the project's own set, Font Awesome, Iconfont or Element Plus. */
export function IconField({ placeholder: _none, ...rest }: FieldProps) {
  const { value, errors, set, leave } = useBoundField<string>()
  return (
    <FormField {...rest} errors={errors}>
      <IconPicker value={value} onChange={set} onBlur={leave} />
    </FormField>
  )
}
