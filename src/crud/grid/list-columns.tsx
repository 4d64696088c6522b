import type { ReactNode } from 'react'
import type { Description, Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { Cell } from '../cells/cell.tsx'
import { CellSlot } from '../cells/slot.tsx'
import { listTypeOf } from '../field-types/list-types.ts'
import { inlineControl } from '../inline/inline-control.ts'
import { sortFields } from '../query/list-params.ts'
import { titleWidth } from './column-looks.ts'
import { createListColumnHelper, type ListRow } from './list-table.ts'
import { rowValue } from './row-value.ts'
import { systemFields } from './system-fields.ts'

/** A column of a list. */
export type ListColumn<TRow> = {
  id: string
  header: string
  /** In pixels at the default text size. */
  width: number
  /** By how much it gets wider where there is room. */
  grow?: number
  align?: 'end'
  pin?: 'start' | 'end'
  /** Not shown until the user shows it in the column settings. */
  hidden?: boolean
  /** The column cannot be hidden, moved or resized: the checkboxes and the row buttons. */
  fixed?: boolean
  sortable: boolean
  /** The cells contain only controls. */
  solo?: boolean
  field?: Field
  /** The value as text, for example for copying and printing. */
  text(row: TRow): string
  cell(row: TRow): ReactNode
}

/** Renders a field of a resource in a special way. */
export type CellOf<TRow> = (row: TRow, labels: Labels) => ReactNode

type Options<TRow> = {
  description: Description
  labels: Labels
  timeZone: string
  cells?: Readonly<Partial<Record<string, CellOf<TRow>>>>
  /** Renders a switch that the user can press in the list. Without it, switches are read-only. */
  switchOf?(row: TRow, field: Field): ReactNode
}

/** The columns of a list, from its description: the row's title, then its other fields, then the system fields. */
export function listColumns<TRow extends ListRow>({ description, labels, timeZone, cells, switchOf }: Options<TRow>) {
  // The rows of a tree stay in their own order.
  const sorts = description.tree ? new Set<string>() : sortFields(description)
  const pressed = (field: Field): CellOf<TRow> | undefined => switchOf && ((row) => switchOf(row, field))
  const columnOf = (field: Field, own: Partial<ListColumn<TRow>> = {}): ListColumn<TRow> => {
    const content = (row: object) => rowValue(row, field.name)
    const width = Math.max(
      own.width ?? field.list?.width ?? listTypeOf(field).width(field),
      titleWidth(labelText(field.label), sorts.has(field.name)),
    )
    const beside = description.fields.filter(({ name }) => name === field.list?.with)
    const special = cells?.[field.name] ?? (inlineControl(field) === 'press' ? pressed(field) : undefined)
    return {
      id: field.name,
      header: labelText(field.label),
      grow: listTypeOf(field).grows && !listTypeOf(field).short(field) ? Math.round(width * 0.6) : 0,
      align: listTypeOf(field).align,
      pin: field.list?.pin,
      hidden: field.list?.hidden,
      sortable: sorts.has(field.name),
      field,
      text: (row) => valueText(field, content(row), { labels, timeZone }),
      cell: (row) => {
        const cells = [field, ...beside].map((one) => (
          <Cell
            key={one.name}
            field={one}
            value={rowValue(row, one.name)}
            labels={labels}
            timeZone={timeZone}
            rowId={row.id}
          />
        ))
        const line = beside.length > 0 ? <span className="flex items-center gap-2">{cells}</span> : cells
        const usual = field.name === description.rowTitle ? <span className="font-lead">{line}</span> : line
        return special ? (
          <CellSlot of={row} part={field.name} rowId={row.id} render={() => special(row, labels) ?? usual} />
        ) : (
          usual
        )
      },
      ...own,
      width,
    }
  }
  const fields = description.fields.filter(
    (field) => !field.list?.never && !isSecret(field) && !(description.tree && field.name === 'pid'),
  )
  const title = fields.find(({ name }) => name === description.rowTitle)
  return [
    ...(title ? [titleColumn(columnOf(title, { pin: 'start', width: title.list?.width ?? 210 }))] : []),
    ...fields.filter((field) => field !== title).map((field) => columnOf(field)),
    ...systemFields(description).map((field) => columnOf(field)),
  ]
}

/** The columns as they are printed and exported: what one column shows of two fields is two columns. */
export function apart<TRow>(shown: readonly ListColumn<TRow>[], all: readonly ListColumn<TRow>[]): ListColumn<TRow>[] {
  const ids = new Set(shown.map(({ id }) => id))
  return shown.flatMap((column) => [column, ...all.filter(({ id }) => id === column.field?.list?.with && !ids.has(id))])
}

/** A name is at most this wide, unless the user wants it wider. */
const WIDEST_TITLE = 360

const titleColumn = <TRow,>(column: ListColumn<TRow>): ListColumn<TRow> => ({
  ...column,
  grow: Math.max(0, WIDEST_TITLE - column.width),
})

/** The table sorts and filters nothing itself. But it treats a column as sortable only if the column has a value. */
const noValue = (): unknown => undefined

/** The same columns for TanStack Table, which orders, pins, resizes and hides them. */
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
