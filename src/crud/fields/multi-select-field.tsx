import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { FormField } from '#src/ui/field.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { choiceOption } from './choice-option.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'
import { useChoices, useNames } from './use-choices.ts'

/** Several rows of another resource. The user searches by typing. The list loads more rows on scroll. */
export function MultiSelectField({ choices, placeholder, disabled, ...rest }: FieldProps & { choices: ChoiceSource }) {
  const { name, value, errors, labels, set, leave } = useBoundField<readonly number[]>()
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(choices, { text, enabled: looked })
  const unnamed = value.filter((id) => labels.nameOf(name, id) === undefined)
  labels.add(name, [...found.options, ...(useNames(choices, unnamed) ?? [])])
  return (
    <FormField {...rest} disabled={disabled} errors={found.error ? [failureText(found.error)] : errors}>
      <MultiSelect
        items={found.options.map(choiceOption)}
        value={value.map(String)}
        selected={value.map((id) => ({ value: String(id), label: labels.nameOf(name, id) ?? `#${id}` }))}
        onChange={(next) => set(next.map(Number))}
        onSearch={setText}
        onOpen={() => setLooked(true)}
        onMore={found.hasMore ? found.more : undefined}
        onBlur={leave}
        loading={found.loading && looked}
        placeholder={placeholder}
        disabled={disabled}
      />
    </FormField>
  )
}
