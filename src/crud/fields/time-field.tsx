import { FormField } from '#src/ui/field.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A time of day, with or without seconds. */
export function TimeField({ seconds, placeholder, ...rest }: FieldProps & { seconds?: boolean }) {
  const { name, value, errors, set, leave } = useBoundField<string | null>()
  return (
    <FormField {...rest} errors={errors}>
      <TimeInput
        name={name}
        value={value}
        onChange={set}
        onBlur={leave}
        seconds={seconds}
        {...(placeholder ? { placeholder } : {})}
        className="tabular"
      />
    </FormField>
  )
}
