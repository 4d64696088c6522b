import type { ReactNode } from 'react'
import type { Description, Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { Cell } from '../cells/cell.tsx'
import { canInline } from '../inline/can-inline.ts'
import { sortFields } from '../query/list-params.ts'
import { columnWidth, isNumeric, titleWidth } from './column-looks.ts'
import { createListColumnHelper, type ListRow } from './list-table.ts'
import { rowValue } from './row-value.ts'
import { systemFields } from './system-fields.ts'

/** A column of a list. */
export type ListColumn<TRow> = {
  id: string
  header: string
  /** Pixels at the usual text size. */
  width: number
  align?: 'end'
  pin?: 'start' | 'end'
  /** Not shown until somebody asks for it. */
  hidden?: boolean
  /** Cannot be hidden, moved or sized: what selects and what acts. */
  fixed?: boolean
  sortable: boolean
  /** Nothing in its cells but controls. */
  solo?: boolean
  field?: Field
  /** For copies, and for what is cut off. */
  text(row: TRow): string
  cell(row: TRow): ReactNode
}

/** How a resource shows a field in its own way. */
export type CellOf<TRow> = (row: TRow, labels: Labels) => ReactNode

type Options<TRow> = {
  description: Description
  labels: Labels
  timeZone: string
  cells?: Readonly<Partial<Record<string, CellOf<TRow>>>>
  /** How a switch that can be pressed in the list is drawn; left out, nothing can be changed here. */
  switchOf?(row: TRow, field: Field): ReactNode
}

/** The columns that a description gives a list: the row's title first, then its fields, then when it was changed. */
export function listColumns<TRow extends ListRow>({ description, labels, timeZone, cells, switchOf }: Options<TRow>) {
  const sorts = sortFields(description)
  const pressed = (field: Field): CellOf<TRow> | undefined => switchOf && ((row) => switchOf(row, field))
  const columnOf = (field: Field, own: Partial<ListColumn<TRow>> = {}): ListColumn<TRow> => {
    const content = (row: object) => rowValue(row, field.name)
    const special = cells?.[field.name] ?? (field.type === 'switch' && canInline(field) ? pressed(field) : undefined)
    return {
      id: field.name,
      header: labelText(field.label),
      width: Math.max(
        field.list?.width ?? columnWidth(field),
        titleWidth(labelText(field.label), sorts.has(field.name)),
      ),
      align: isNumeric(field) ? 'end' : undefined,
      pin: field.list?.pin,
      hidden: field.list?.hidden,
      sortable: sorts.has(field.name),
      field,
      text: (row) => valueText(field, content(row), { labels, timeZone }),
      cell: (row) =>
        special?.(row, labels) ?? <Cell field={field} value={content(row)} labels={labels} timeZone={timeZone} />,
      ...own,
    }
  }
  const fields = description.fields.filter(
    ({ name, type, list }) => !list?.never && type !== 'password' && !(description.tree && name === 'pid'),
  )
  const title = fields.find(({ name }) => name === description.rowTitle)
  return [
    ...(title ? [columnOf(title, { pin: 'start', width: title.list?.width ?? 260 })] : []),
    ...fields.filter((field) => field !== title).map((field) => columnOf(field)),
    ...systemFields(description).map((field) => columnOf(field)),
  ]
}

/** The table sorts and filters nothing itself, but takes only columns with a value for sortable. */
const noValue = (): unknown => undefined

/** The same for TanStack Table, which orders, pins, sizes and hides them. */
export function tableColumns<TRow extends ListRow>(columns: readonly ListColumn<TRow>[]) {
  const helper = createListColumnHelper<TRow>()
  return columns.map((column) =>
    helper.accessor(noValue, {
      id: column.id,
      header: column.header,
      size: column.width,
      minSize: column.fixed ? column.width : 56,
      maxSize: 800,
      enableSorting: column.sortable,
      sortDescFirst: false,
      enableHiding: !column.fixed,
      enableResizing: !column.fixed,
      enablePinning: !column.fixed,
    }),
  )
}
