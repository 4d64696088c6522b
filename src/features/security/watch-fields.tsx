import { useQuery } from '@tanstack/react-query'
import { failureText } from '#src/backend/failure-text.ts'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { CheckboxGroup } from '#src/ui/choice-group.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Select } from '#src/ui/select.tsx'
import { watchedQuery } from './security.queries.ts'

/** The resource that a rule watches, or that a hold keeps, by its title. */
export function WatchedResource({ withFields, placeholder, disabled, ...rest }: FieldProps & { withFields?: true }) {
  const { name, value, errors, set, leave } = useBoundField<string | null>()
  const { data, error } = useQuery(watchedQuery)
  const items = (data?.list ?? [])
    .filter(({ fields }) => !withFields || fields.length > 0)
    .map(({ resource, title }) => ({ value: resource, label: title }))
  return (
    <FormField {...rest} disabled={disabled} errors={error ? [failureText(error)] : errors}>
      <Select
        name={name}
        items={items}
        value={value === '' ? null : value}
        onChange={(next) => set(next ?? '')}
        onBlur={leave}
        placeholder={placeholder ?? m.watch_choose()}
        clearable={false}
        disabled={disabled || !data}
      />
    </FormField>
  )
}

/** The fields of the chosen resource, each with a checkbox. */
export function WatchedFields({ disabled, placeholder: _, ...rest }: FieldProps) {
  const { value, errors, set } = useBoundField<readonly string[]>()
  const { resource } = useFormValues<{ resource: string }>()
  const { data, error } = useQuery(watchedQuery)
  const fields = data?.list.find((one) => one.resource === resource)?.fields ?? []
  const items = fields.map(({ field, label, secret }) => ({
    value: field,
    label: secret ? m.sensitive_maskedField({ label }) : label,
  }))
  const known = value.filter((field) => fields.some((one) => one.field === field))
  return (
    <FieldGroup {...rest} errors={error ? [failureText(error)] : errors}>
      {items.length === 0 ? (
        <p className="text-muted">{m.sensitive_chooseResource()}</p>
      ) : (
        <CheckboxGroup items={items} value={known} onChange={(next) => set(next)} disabled={disabled} />
      )}
    </FieldGroup>
  )
}
