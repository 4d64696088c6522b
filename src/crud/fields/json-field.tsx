import { useState } from 'react'
import { indentedJson } from '#src/lib/json-text.ts'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** The lines of an empty field, and the most that a field begins with. */
const LINES = { least: 3, most: 12 }

/** JSON as text. A value that nobody has typed here is shown with a line for each of its values. */
export function JsonField({ placeholder, ...rest }: FieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string | null>()
  const [typed, setTyped] = useState<string>()
  const shown = value === typed ? (value ?? '') : indentedJson(value ?? '')
  const lines = shown.split('\n').length
  return (
    <FormField {...rest} errors={errors}>
      <Textarea
        name={name}
        value={shown}
        rows={Math.min(Math.max(lines, LINES.least), LINES.most)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
        onChange={({ target }) => {
          setTyped(target.value)
          set(target.value)
        }}
        onBlur={leave}
      />
    </FormField>
  )
}
