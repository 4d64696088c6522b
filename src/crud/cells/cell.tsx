import type { ReactNode } from 'react'
import type { Field } from '#src/resource/description.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { isZoneless } from '#src/resource/zone-of.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { listTypeOf } from '../field-types/list-types.ts'
import { CellBoundary, Rendered } from './cell-boundary.tsx'
import { ColorCell } from './color-cell.tsx'
import { Highlight } from './highlight.tsx'
import { IconCell } from './icon-cell.tsx'
import { LinkCell } from './link-cell.tsx'
import { OrganizationCell, UserCell } from './people-cells.tsx'
import { TagsCell } from './tags-cell.tsx'

// Few lists show pictures.
const ImageCell = lazyPart(async () => (await import('./image-cell.tsx')).ImageCell, <span className="block size-7" />)

// Lists show only the beginning of its text.
const RichText = lazyPart(async () => (await import('../rich-text/rich-text.tsx')).RichText)

/** Characters of a long text that a list shows. */
const EXCERPT = 300

export type CellProps = {
  field: Field
  value: FieldValue
  labels: Labels
  timeZone: string
  rowId?: number | undefined
  /** Shows the whole value, where there is room for it. */
  full?: boolean
}

/** Renders a field's value as in a list. A value that cannot be rendered becomes a plain mark. */
export function Cell(props: CellProps): ReactNode {
  return (
    <CellBoundary of={props.value} part={props.field.name} rowId={props.rowId}>
      <Rendered render={() => contentOf(props)} />
    </CellBoundary>
  )
}

function contentOf({ field, value, labels, timeZone, full }: CellProps): ReactNode {
  const text = valueText(field, value, { labels, timeZone })
  if (typeOf(field).addresses === 'html' && typeof value === 'string') {
    return full ? <RichText html={value} /> : <Excerpt text={text} />
  }
  if (text === '') return null
  if (typeOf(field).json && !full) return <Excerpt text={text} />
  // The time zone of a clock time is nobody's.
  const moment = { value: isZoneless(field) ? String(value).replace('Z', '') : String(value), text }
  switch (field.list?.render ?? listTypeOf(field).render(field)) {
    case 'tag':
    case 'tags':
      return <TagsCell field={field} value={value} labels={labels} title={text} />
    case 'switch':
      return value ? <span className="text-muted">{text}</span> : <Tag tone="warning">{text}</Tag>
    case 'datetime':
      return <FullTime {...moment} full={full} />
    case 'relative':
      // How long ago a clock time was depends on where its clock is.
      if (full || isZoneless(field)) return <FullTime {...moment} full={full} />
      return <RelativeTime value={value} title={text} timeZone={timeZone} />
    case 'number':
    case 'money':
      return <span className="tabular">{text}</span>
    case 'link':
      return <LinkCell field={field} value={value} text={text} labels={labels} />
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
          {typeOf(field).divisions && !full ? <AreaName name={text} /> : <Highlight>{text}</Highlight>}
        </span>
      )
  }
}

/** The beginning of a text that may be as long as a book. */
function Excerpt({ text }: { text: string }) {
  const shown = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
  return (
    <span title={shown}>
      <Highlight>{shown}</Highlight>
    </span>
  )
}

/** A date and time. Lists leave out the seconds. */
function FullTime({ value, text, full }: { value: string; text: string; full: boolean | undefined }) {
  return (
    <time dateTime={value} title={full ? undefined : text} className="tabular text-muted">
      {full ? text : text.slice(0, 'yyyy-mm-dd hh:MM'.length)}
    </time>
  )
}

/** An area, with its own name before those of the areas around it: a column is narrower than all of them. */
function AreaName({ name }: { name: string }) {
  const [own = '', ...around] = name.split(' / ').toReversed()
  return (
    <>
      <Highlight>{own}</Highlight>
      {around.length > 0 && <span className="ml-1.5 text-muted">{around.join(' · ')}</span>}
    </>
  )
}
