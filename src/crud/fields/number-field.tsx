import type { FieldOf } from '#src/resource/description.ts'
import { numberOf } from '#src/resource/field-traits.ts'
import { FormField } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type NumberFieldProps = FieldProps & { field: FieldOf<'integer' | 'number' | 'money' | 'year'> }

/** An integer, a decimal number, an amount of money (in cents) or a year. */
export function NumberField({ field, placeholder, ...rest }: NumberFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<number | string | null>()
  const { cents: money = false, digits } = numberOf(field) ?? {}
  return (
    <FormField {...rest} errors={errors}>
      <NumberInput
        name={name}
        value={value}
        onChange={set}
        onBlur={leave}
        min={field.min ?? (digits && 10 ** (digits - 1))}
        max={field.max ?? (digits && 10 ** digits - 1)}
        cents={money}
        fixed={money ? 2 : undefined}
        placeholder={placeholder ?? (digits ? 'yyyy' : undefined)}
        icon={money ? <span className="text-sm">¥</span> : undefined}
        className="tabular"
      />
    </FormField>
  )
}
