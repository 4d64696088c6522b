import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Combobox } from '#src/ui/combobox.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { choiceOption } from '../fields/choice-option.ts'
import { useChoices, useNames } from '../fields/use-choices.ts'

type FilterRelationProps = {
  label: string
  source: ChoiceSource
  value: readonly (string | number)[]
  /** The condition takes several values. */
  many: boolean
  onChange(value: (string | number)[]): void
}

/** Selects rows of another resource as the value of a condition. The user finds them by typing. */
export function FilterRelation({ label, source, value, many, onChange }: FilterRelationProps) {
  const [text, setText] = useState('')
  const { options, error, loading } = useChoices(source, { text })
  const known = [...(useNames(source, value) ?? []), ...options]
  const nameOf = (one: string | number) =>
    known.find((option) => String(option.value) === String(one))?.label ?? `#${one}`
  const chosen = value.map((one) => ({ value: String(one), label: nameOf(one) }))
  const taken = new Set(chosen.map((one) => one.value))
  const items = options.filter((option) => !many || !taken.has(String(option.value))).map(choiceOption)
  return (
    <FormField label={label} hideLabel errors={error ? [failureText(error)] : undefined} className="min-w-40 flex-1">
      {many && chosen.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {chosen.map((one) => (
            <Tag
              key={one.value}
              removeLabel={m.ui_remove({ name: one.label })}
              onRemove={() => onChange(value.filter((other) => String(other) !== one.value))}
            >
              {one.label}
            </Tag>
          ))}
        </span>
      )}
      <Combobox
        // With several values, the box is cleared after each choice.
        key={many ? value.length : 'one'}
        items={items}
        value={many ? null : (chosen[0]?.value ?? null)}
        selected={many ? null : chosen[0]}
        onChange={(next) => {
          const id = next === null ? undefined : Number(next)
          onChange(id === undefined ? (many ? [...value] : []) : many ? [...value, id] : [id])
        }}
        onSearch={setText}
        loading={loading}
      />
    </FormField>
  )
}
