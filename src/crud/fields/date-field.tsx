import { useKit } from '#src/layout/kit-context.ts'
import type { FieldOf } from '#src/resource/description.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A date without a time, limited by `min` and `max` of its description. */
export function DateField({ field, placeholder, ...rest }: FieldProps & { field: FieldOf<'date'> }) {
  const { timeZone } = useKit()
  const { name, value, errors, set, leave } = useBoundField<string | null>()
  return (
    <FormField {...rest} errors={errors}>
      <DateInput
        name={name}
        value={value}
        onChange={set}
        onBlur={leave}
        min={field.min}
        max={field.max}
        timeZone={timeZone}
        required={rest.required}
        {...(placeholder ? { placeholder } : {})}
      />
    </FormField>
  )
}
