import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { failureText } from '../failure.ts'
import type { OptionsQuery } from './options-query.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** Several rows of another resource. */
export function MultiSelectField({ options, ...rest }: FieldProps & { options: OptionsQuery }) {
  const { name, value, errors, labels, set, leave } = useBoundField<readonly number[]>()
  const { data, error, isPending } = useQuery(options(''))
  if (data) labels.see(name, data)
  const listed = (data ?? []).map((option) => ({ value: String(option.value), label: option.label, hint: option.hint }))
  // What was chosen once stays named, though it may no longer be offered.
  const kept = value
    .filter((id) => !listed.some((item) => item.value === String(id)))
    .map((id) => ({ value: String(id), label: labels.nameOf(name, id) ?? String(id) }))
  return (
    <Field {...rest} errors={error ? [failureText(error)] : errors}>
      <MultiSelect
        items={[...listed, ...kept]}
        value={value.map(String)}
        onChange={(next) => set(next.map(Number))}
        onBlur={leave}
        emptyText={isPending ? m.ui_loading() : undefined}
      />
    </Field>
  )
}
