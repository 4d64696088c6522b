import { Field } from '#src/ui/field.tsx'
import { Select } from '#src/ui/select.tsx'
import type { Option } from '../description.ts'
import { labelText } from '../label.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** One of the options that a resource names. */
export function SelectField({ options, ...rest }: FieldProps & { options: readonly Option[] }) {
  const { name, value, errors, set, leave } = useBoundField<string | number | null>()
  const items = options.map((option) => ({ value: String(option.value), label: labelText(option.label) }))
  return (
    <Field {...rest} errors={errors}>
      <Select
        name={name}
        items={items}
        value={value === null ? null : String(value)}
        // Options may be numbers, which travel through the control as text.
        onChange={(next) => set(options.find((option) => String(option.value) === next)?.value ?? null)}
        onBlur={leave}
        clearable={!rest.required}
      />
    </Field>
  )
}
