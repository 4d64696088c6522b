import type { ReactNode } from 'react'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { Tag } from '#src/ui/tag.tsx'
import { listTypeOf } from '../field-types/list-types.ts'
import { CellBoundary } from './cell-boundary.tsx'
import { ColorCell } from './color-cell.tsx'
import { Highlight } from './highlight.tsx'
import { IconCell } from './icon-cell.tsx'
import { ImageCell } from './image-cell.tsx'
import { LinkCell } from './link-cell.tsx'
import { OrganizationCell, UserCell } from './people-cells.tsx'
import { RelativeTime } from './relative-time.tsx'
import { TagsCell } from './tags-cell.tsx'

export type CellProps = {
  field: Field
  value: FieldValue
  labels: Labels
  timeZone: string
  rowId?: number | undefined
}

/** Renders a field's value as in a list. A value that cannot be rendered becomes a plain mark. */
export function Cell(props: CellProps): ReactNode {
  return (
    <CellBoundary of={props.value} part={props.field.name} rowId={props.rowId}>
      <Content {...props} />
    </CellBoundary>
  )
}

function Content({ field, value, labels, timeZone }: CellProps): ReactNode {
  const text = valueText(field, value, { labels, timeZone })
  if (text === '') return null
  switch (field.list?.render ?? listTypeOf(field).render(field)) {
    case 'tag':
    case 'tags':
      return <TagsCell field={field} value={value} labels={labels} title={text} />
    case 'switch':
      return value ? <span className="text-muted">{text}</span> : <Tag tone="warning">{text}</Tag>
    case 'datetime':
      return (
        <time dateTime={String(value)} className="tabular text-muted">
          {text}
        </time>
      )
    case 'relative':
      return <RelativeTime value={value} title={text} timeZone={timeZone} />
    case 'number':
    case 'money':
      return <span className="tabular">{text}</span>
    case 'link':
      return <LinkCell field={field} value={value} text={text} />
    case 'image':
    case 'images':
      return <ImageCell value={value} name={text} />
    case 'icon':
      return <IconCell name={text} />
    case 'color':
      return <ColorCell color={text} />
    case 'user':
      return <UserCell name={text} />
    case 'organization':
      return <OrganizationCell name={text} />
    default:
      return (
        <span title={text}>
          <Highlight>{text}</Highlight>
        </span>
      )
  }
}
