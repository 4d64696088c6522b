import type { FieldOf } from '#src/resource/description.ts'
import { FormField } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type NumberFieldProps = FieldProps & { field: FieldOf<'integer' | 'number' | 'money' | 'year'> }

/** An integer, a decimal number, an amount of money (in cents) or a year. */
export function NumberField({ field, placeholder, ...rest }: NumberFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<number | string | null>()
  const money = field.type === 'money'
  return (
    <FormField {...rest} errors={errors}>
      <NumberInput
        name={name}
        value={value}
        onChange={set}
        onBlur={leave}
        min={field.min ?? (field.type === 'year' ? 1000 : undefined)}
        max={field.max ?? (field.type === 'year' ? 9999 : undefined)}
        cents={money}
        fixed={money ? 2 : undefined}
        placeholder={placeholder ?? (field.type === 'year' ? 'yyyy' : undefined)}
        icon={money ? <span className="text-sm">¥</span> : undefined}
        className="tabular"
      />
    </FormField>
  )
}
