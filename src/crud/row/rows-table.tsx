import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import type { CellField, FieldOf } from '#src/resource/description.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { ShownRow, TableRow } from './row-changes.ts'

type RowsTableProps = { field: FieldOf<'rows'>; rows: readonly ShownRow[]; labels: Labels }

/** A read-only table inside a row. Added, removed and changed rows are highlighted. */
export function RowsTable({ field, rows, labels }: RowsTableProps) {
  if (rows.length === 0) return m.crud_none()
  return (
    <section
      className="overflow-x-auto rounded-md border border-line"
      aria-label={labelText(field.label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken text-muted">
            {field.fields.map((cell) => (
              <th key={cell.name} scope="col" className="px-2.5 py-1.5 font-medium whitespace-nowrap">
                {labelText(cell.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((shown, at) => (
            <tr
              // The rows have no id and are read-only, so the index is a safe key.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              className={cx(
                'border-b border-line last:border-0',
                shown.mark === 'added' && 'bg-success-soft',
                shown.mark === 'removed' && 'bg-danger-soft text-muted line-through',
              )}
            >
              {field.fields.map((cell, first) => (
                <td key={cell.name} className="px-2.5 py-1.5 whitespace-nowrap">
                  {first === 0 && shown.mark && <span className="sr-only">{markText(shown.mark)}</span>}
                  <RowValue field={field} cell={cell} shown={shown} labels={labels} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowValueProps = { field: FieldOf<'rows'>; cell: CellField; shown: ShownRow; labels: Labels }

function RowValue({ field, cell, shown, labels }: RowValueProps) {
  const { timeZone } = useKit()
  const textOf = (row: TableRow) => {
    const value = row[cell.name] ?? null
    const special = typeOf(cell).cellText
    if (special) return special(value)
    // The labels of a cell's values are stored under both names: `field.cell`.
    const named = { ...cell, name: `${field.name}.${cell.name}` }
    return valueText(named, value, { labels, timeZone }) || m.crud_none()
  }
  const now = textOf(shown.row)
  const before = shown.before && textOf(shown.before)
  if (before === undefined || before === now) return now
  return (
    <>
      <del className="mr-1.5 text-danger-ink">{before}</del>
      <ins className="text-success-ink no-underline">{now}</ins>
    </>
  )
}

function markText(mark: 'added' | 'removed'): string {
  return mark === 'added' ? m.history_added() : m.history_deleted()
}
