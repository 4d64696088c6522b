import type { Description, Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { listTypeOf } from '../field-types/list-types.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListRow } from './list-table.ts'
import { rowValue } from './row-value.ts'

/** What a row shows of itself besides its cells. The object stays the same between renders. */
export type RowLook<TRow> = {
  /** Whether the row is in use, and the word for it. Undefined for rows without such a switch. */
  status(row: TRow): { off: boolean; text: string } | undefined
  /** No cell of a row that is not in use says so in words. */
  tells: boolean
  /** The line below the name on a telephone, where the cells are hidden. */
  line(row: TRow): string
}

const USED = 'status'

const looksOf = (field: Field) => listTypeOf(field).render(field)

type Options<TRow> = {
  description: Description
  /** The columns on screen. */
  columns: readonly ListColumn<TRow>[]
  labels: Labels
  timeZone: string
  /** The user switches rows in the list. */
  switches: boolean
}

/** The look of the rows of a list: of those that are switched off, and of all on a telephone. */
export function rowLook<TRow extends ListRow>(options: Options<TRow>): RowLook<TRow> {
  const { description, columns, labels, timeZone, switches } = options
  const field = description.fields.find((one) => one.name === USED && looksOf(one) === 'switch')
  const parts = columns.filter((column) => {
    if (column.solo || !column.field || column.field.list?.noLine || column.id === description.rowTitle) return false
    return !['switch', 'relative', 'datetime'].includes(looksOf(column.field))
  })
  const said = (column: ListColumn<TRow>, row: TRow) => {
    // One line has no room for lists of values.
    const text = Array.isArray(rowValue(row, column.id)) ? '' : column.text(row)
    // A bare number says nothing.
    const named = text !== '' && column.field && listTypeOf(column.field).align === 'end'
    return named && column.field ? `${labelText(column.field.label)} ${text}` : text
  }
  return {
    status(row) {
      if (!field) return undefined
      const value = rowValue(row, field.name)
      return { off: value === 0, text: valueText(field, value, { labels, timeZone }) }
    },
    tells: switches || !columns.some(({ id }) => id === USED),
    line: (row) =>
      parts
        .map((column) => said(column, row))
        .filter((text) => text !== '')
        .join(' · '),
  }
}
