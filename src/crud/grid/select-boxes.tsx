import { m } from '#src/i18n/paraglide/messages.js'
import type { Selection } from '../list/use-selection.ts'
import { useRowSelected, useRowTabIndex } from './row-context.ts'

// Plain native checkboxes: hundreds of them are on screen, so each one must be cheap to render.
const look = 'size-4 align-middle'

type SelectBoxProps<TRow> = { row: TRow; name: string; onToggle(row: TRow, range: boolean): void }

/** Selects a row. With Shift, it selects all rows from the row selected before to this one. */
export function SelectBox<TRow>({ row, name, onToggle }: SelectBoxProps<TRow>) {
  const tabIndex = useRowTabIndex()
  const selected = useRowSelected()
  return (
    <label className="select-area">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={m.list_select({ name })}
        checked={selected}
        onChange={(event) => onToggle(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        className={look}
      />
    </label>
  )
}

/** Selects all rows of the page. */
export function SelectPage<TRow extends { id: number }>(props: { rows: readonly TRow[]; selection: Selection<TRow> }) {
  const { rows, selection } = props
  const count = rows.filter((row) => selection.has(row.id)).length
  const all = count > 0 && count === rows.length
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all
      }}
      type="checkbox"
      aria-label={m.list_selectPage()}
      checked={all}
      onChange={() => selection.set(rows, !all)}
      className={look}
    />
  )
}
