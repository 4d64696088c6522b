import type { ReactNode } from 'react'
import { Tag } from '#src/ui/tag.tsx'
import type { Labels } from '../crud-client.ts'
import type { Field } from '../description.ts'
import type { FieldValue } from '../entry-values.ts'
import { Highlight } from '../highlight.tsx'
import { valueText } from '../value-text.ts'

export type CellProps = { field: Field; value: FieldValue; labels: Labels; timeZone: string }

/** A field's value as a list shows it. */
export function Cell({ field, value, labels, timeZone }: CellProps): ReactNode {
  const text = valueText(field, value, { labels, timeZone })
  if (text === '') return null
  switch (field.type) {
    case 'switch':
      return value ? <span className="text-muted">{text}</span> : <Tag tone="warning">{text}</Tag>
    case 'select':
      return <Tag>{text}</Tag>
    case 'datetime':
      return <span className="tabular text-muted">{text}</span>
    case 'text':
      return <Highlight>{text}</Highlight>
    default:
      return <span title={text}>{text}</span>
  }
}
