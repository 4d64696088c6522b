import type { Tone } from '#src/lib/tone.ts'
import type { Field } from '#src/resource/description.ts'
import { optionsOf } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Tag } from '#src/ui/tag.tsx'

/** The number of tags shown. The others are only counted. The title lists all of them. */
const SHOWN = 4

type TagsCellProps = { field: Field; value: FieldValue; labels: Labels; title: string }

/** One or several values as tags, in the colours of the field's options. */
export function TagsCell({ field, value, labels, title }: TagsCellProps) {
  const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one !== 'object')
  const rest = values.length - SHOWN
  return (
    <span title={title} className="flex items-center gap-1 max-sm:flex-wrap">
      {values.slice(0, rest === 1 ? SHOWN + 1 : SHOWN).map((one) => {
        const { text, tone } = named(field, one, labels)
        return (
          <Tag key={one} tone={tone}>
            {text}
          </Tag>
        )
      })}
      {rest > 1 && <span className="shrink-0 text-subtle">+{rest}</span>}
    </span>
  )
}

function named(field: Field, value: string | number, labels: Labels): { text: string; tone?: Tone } {
  const option = optionsOf(field)?.find((one) => one.value === value)
  if (option) return { text: labelText(option.label), tone: option.tone }
  return { text: labels[field.name]?.[value] ?? String(value) }
}
