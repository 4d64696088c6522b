import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { FormField } from '#src/ui/field.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { choiceOption } from './choice-option.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'
import { useBoxKey, useChoices, useNames } from './use-choices.ts'

type RelationFieldProps = FieldProps & {
  choices: ChoiceSource
  /** Ids of rows that the user may not choose. */
  exclude?: ReadonlySet<number>
}

/** A row of another resource. The user searches by typing. The list loads more rows on scroll. */
export function RelationField({ choices, exclude, placeholder, disabled, ...rest }: RelationFieldProps) {
  const { name, value, errors, labels, set, leave } = useBoundField<number | null>()
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(choices, { text, enabled: looked })
  const unnamed = value !== null && labels.nameOf(name, value) === undefined ? [value] : []
  labels.add(name, [...found.options, ...(useNames(choices, unnamed) ?? [])])
  const named = value === null || labels.nameOf(name, value) !== undefined
  const boxKey = useBoxKey(named, looked)
  const items = found.options.filter((option) => !exclude?.has(Number(option.value))).map(choiceOption)
  const selected = value === null ? null : { value: String(value), label: labels.nameOf(name, value) ?? `#${value}` }
  return (
    <FormField {...rest} disabled={disabled} errors={found.error ? [failureText(found.error)] : errors}>
      <Combobox
        key={boxKey}
        items={items}
        value={value === null ? null : String(value)}
        selected={selected}
        onChange={(next) => set(next === null ? null : Number(next))}
        onSearch={setText}
        onOpen={() => setLooked(true)}
        onMore={found.hasMore ? found.more : undefined}
        onBlur={leave}
        loading={found.loading && looked}
        placeholder={placeholder}
        clearable={!rest.required}
        disabled={disabled}
      />
    </FormField>
  )
}
