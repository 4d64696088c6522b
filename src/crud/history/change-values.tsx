import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import type { Field, FieldOf } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { differentRows, rowChanges, type ShownRow, tableRows } from '../row/row-changes.ts'
import { RowsTable } from '../row/rows-table.tsx'
import type { Change } from './history.ts'

type ChangeValuesProps = {
  operation: Change['operation']
  /** Undefined if the resource does not describe the field. */
  field: Field | undefined
  before: FieldValue
  after: FieldValue
  /** The sides that lost references to rows outside of the user's data scope. */
  hidden?: readonly ('before' | 'after')[]
  labels: Labels
}

/** The cells with a field's value before and after a change. Of a table inside a row and of a list: what differs. */
export function ChangeValues({ operation, field, before, after, hidden = [], labels }: ChangeValuesProps) {
  const { timeZone } = useKit()
  const list = operation === 'update' ? listChange(before, after) : undefined
  const shown = (side: 'before' | 'after') => {
    const value = (list ?? { before, after })[side]
    const text = field ? valueText(field, value, { labels, timeZone }) : plain(value)
    if (!hidden.includes(side)) return text || (list ? '' : m.crud_none())
    return [text, m.history_hidden()].filter((part) => part !== '').join(m.crud_listSeparator())
  }
  const [was, is] = [shown('before'), shown('after')]
  if (field && isTable(field)) {
    return (
      <td colSpan={2} className="px-3 py-1.5">
        <RowsTable field={field} rows={shownRows(field, operation, before, after)} labels={labels} />
      </td>
    )
  }
  return (
    <>
      <td className="px-3 py-1.5 max-sm:px-2">
        {operation !== 'insert' && was && <del className="text-danger-ink">{was}</del>}
      </td>
      <td className="px-3 py-1.5 max-sm:px-2">
        {operation !== 'delete' && is && <ins className="text-success-ink no-underline">{is}</ins>}
        {list && <p className="text-muted">{m.history_listSame({ count: formatCount(list.same) })}</p>}
      </td>
    </>
  )
}

/** All rows of the table if the record was added or deleted. Only the different rows if the record was changed. */
function shownRows(field: FieldOf<'rows'>, operation: string, before: FieldValue, after: FieldValue): ShownRow[] {
  if (operation !== 'update') return tableRows(operation === 'delete' ? before : after).map((row) => ({ row }))
  const rows = rowChanges(tableRows(before), tableRows(after), field.fields[0]?.name ?? '')
  return differentRows(rows)
}

/**
 * What has left a list and what has come, and how many items are in it before and after. Undefined for values that are
 * no lists of plain items, and for lists of which nothing stays or only the order differs.
 */
function listChange(before: FieldValue, after: FieldValue) {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  if ([...before, ...after].some((item) => typeof item === 'object')) return undefined
  const [old, now] = [new Set<unknown>(before), new Set<unknown>(after)]
  const left = before.filter((item) => !now.has(item))
  const same = before.length - left.length
  const come = after.filter((item) => !old.has(item))
  return same === 0 || left.length + come.length === 0 ? undefined : { before: left, after: come, same }
}

function plain(value: FieldValue): string {
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
