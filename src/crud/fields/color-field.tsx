import type { FieldOf } from '#src/resource/description.ts'
import { ColorInput } from '#src/ui/color-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A colour, with the presets and the optional alpha channel of its description. */
export function ColorField({ field, placeholder, ...rest }: FieldProps & { field: FieldOf<'color'> }) {
  const { name, value, errors, set, leave } = useBoundField<string>()
  return (
    <FormField {...rest} errors={errors}>
      <ColorInput
        name={name}
        value={value}
        onChange={set}
        onBlur={leave}
        alpha={field.alpha}
        presets={field.presets}
        {...(placeholder ? { placeholder } : {})}
      />
    </FormField>
  )
}
