import { useMemo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import type { Description, Field } from '#src/resource/description.ts'
import type { Labels } from '#src/resource/labels.ts'
import { InlineSwitch } from '../inline/inline-switch.tsx'
import type { InlineSave } from '../inline/use-inline-save.ts'
import { type RowAction, RowActions } from '../row/row-actions.tsx'
import { type CellOf, type ListColumn, listColumns } from './list-columns.tsx'
import type { ListRow } from './list-table.ts'
import { rowValue } from './row-value.ts'
import { SelectBox } from './select-boxes.tsx'

type Options<TRow> = {
  description: Description
  labels: Labels
  cells?: Readonly<Partial<Record<string, CellOf<TRow>>>>
  actions: readonly RowAction<TRow>[]
  nameOf(row: TRow): string
  onSelect(row: TRow, range: boolean): void
  /** Saves a switch that the user presses in the list. Undefined without the right to edit. */
  onSave?: InlineSave<TRow>
}

/** All columns of a resource's list: the checkboxes, the fields, the row buttons. */
export function useResourceColumns<TRow extends ListRow>(options: Options<TRow>): ListColumn<TRow>[] {
  const { description, labels, cells, actions, nameOf, onSelect, onSave } = options
  const { timeZone } = useKit()
  return useMemo(() => {
    const controls = { fixed: true, sortable: false, solo: true, text: () => '' }
    const select: ListColumn<TRow> = {
      ...controls,
      id: 'select',
      header: m.list_selectPage(),
      width: 40,
      pin: 'start',
      cell: (row) => <SelectBox row={row} name={nameOf(row)} onToggle={onSelect} />,
    }
    const acts: ListColumn<TRow> = {
      ...controls,
      id: 'actions',
      header: m.crud_actions(),
      width: 88,
      pin: 'end',
      cell: (row) => <RowActions row={row} name={nameOf(row)} actions={actions} />,
    }
    const switchOf = (row: TRow, field: Field) => {
      const on = rowValue(row, field.name) === 1
      return onSave && <InlineSwitch row={row} field={field} on={on} onSave={onSave} name={nameOf(row)} />
    }
    const fields = listColumns<TRow>({ description, labels, timeZone, cells, switchOf: onSave && switchOf })
    return [select, ...fields, ...(actions.length > 0 ? [acts] : [])]
  }, [description, labels, timeZone, cells, actions, nameOf, onSelect, onSave])
}
