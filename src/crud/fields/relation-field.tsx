import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#src/ui/combobox.tsx'
import { Field } from '#src/ui/field.tsx'
import { failureText } from '../failure.ts'
import { useDebounced } from '../use-debounced.ts'
import type { OptionsQuery } from './options-query.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type RelationFieldProps = FieldProps & {
  options: OptionsQuery
  /** Rows that may not be chosen. */
  exclude?: ReadonlySet<number>
  placeholder?: string
}

/** A row of another resource, found by typing. */
export function RelationField({ options, exclude, placeholder, ...rest }: RelationFieldProps) {
  const { name, value, errors, labels, set, leave } = useBoundField<number | null>()
  const [text, setText] = useState('')
  const wanted = useDebounced(text)
  const { data, error, isFetching } = useQuery(options(wanted))
  if (data) labels.see(name, data)
  const items = (data ?? [])
    .filter((option) => !exclude?.has(Number(option.value)))
    .map((option) => ({ value: String(option.value), label: option.label, hint: option.hint }))
  const selected = value === null ? null : { value: String(value), label: labels.nameOf(name, value) ?? String(value) }
  return (
    <Field {...rest} errors={error ? [failureText(error)] : errors}>
      <Combobox
        items={items}
        value={value === null ? null : String(value)}
        selected={selected}
        onChange={(next) => set(next === null ? null : Number(next))}
        onSearch={setText}
        onBlur={leave}
        loading={isFetching || text !== wanted}
        placeholder={placeholder}
      />
    </Field>
  )
}
