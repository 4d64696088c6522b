import type { FieldOf, Option } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/choice-group.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { Select } from '#src/ui/select.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type SelectFieldProps = FieldProps & { field: Pick<FieldOf<'select'>, 'options' | 'multiple' | 'look'> }

/** One or several of the description's options, in a list or as visible radio buttons or checkboxes. */
export function SelectField({ field, ...rest }: SelectFieldProps) {
  return field.multiple ? <Several field={field} {...rest} /> : <One field={field} {...rest} />
}

function One({ field, placeholder, disabled, ...rest }: SelectFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string | number | null>()
  const items = itemsOf(field.options, value === null ? [] : [value])
  // Option values may be numbers, but the control uses text.
  const choose = (next: string | null) => set(field.options.find((one) => String(one.value) === next)?.value ?? null)
  const chosen = value === null ? null : String(value)
  if (field.look === 'radio') {
    return (
      <FieldGroup {...rest} errors={errors}>
        <RadioGroup items={items} value={chosen} onChange={choose} onBlur={leave} disabled={disabled} />
      </FieldGroup>
    )
  }
  return (
    <FormField {...rest} disabled={disabled} errors={errors}>
      <Select
        name={name}
        items={items}
        value={chosen}
        onChange={choose}
        onBlur={leave}
        placeholder={placeholder}
        clearable={!rest.required}
        disabled={disabled}
      />
    </FormField>
  )
}

function Several({ field, placeholder, disabled, ...rest }: SelectFieldProps) {
  const { value, errors, set, leave } = useBoundField<readonly (string | number)[]>()
  const items = itemsOf(field.options, value)
  // Keeps the order of the options, not the order in which the user picks them.
  const choose = (next: readonly string[]) =>
    set(field.options.map((one) => one.value).filter((one) => next.includes(String(one))))
  const control = { items, value: value.map(String), onChange: choose, onBlur: leave, disabled }
  if (field.look === 'checkbox') {
    return (
      <FieldGroup {...rest} errors={errors}>
        <CheckboxGroup {...control} />
      </FieldGroup>
    )
  }
  return (
    <FormField {...rest} disabled={disabled} errors={errors}>
      <MultiSelect {...control} placeholder={placeholder} />
    </FormField>
  )
}

/** The options that the user can choose. A retired option appears only while it is selected. */
function itemsOf(options: readonly Option[], chosen: readonly (string | number)[]) {
  return options
    .filter((one) => !one.retired || chosen.includes(one.value))
    .map((one) => ({ value: String(one.value), label: labelText(one.label) }))
}
