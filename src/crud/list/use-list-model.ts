import { useMemo } from 'react'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { offerUndo } from '../calls/undo.ts'
import { apart } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { rowLook } from '../grid/row-look.ts'
import { useResourceColumns } from '../grid/use-resource-columns.tsx'
import { useResourceTable } from '../grid/use-resource-table.ts'
import { useInline } from '../inline/use-inline.tsx'
import { useInlineSave } from '../inline/use-inline-save.ts'
import type { RowAction } from '../row/row-actions.tsx'
import { useRights } from '../row/use-rights.ts'
import { useListLayout } from '../views/use-list-layout.ts'
import { useView } from '../views/view-button.tsx'
import { layoutOfView } from '../views/views.ts'
import type { ListScreenProps } from './list-screen.tsx'

/** The columns of a list and their table, according to the user's rights and layout. */
export function useListModel<TRow extends ListRow, TForm>(
  props: ListScreenProps<TRow, TForm>,
  actions: readonly RowAction<TRow>[],
) {
  const { resource, description, search, list, selection, nameOf, tree, cells, onChanged } = props
  const { timeZone } = useKit()
  const may = useRights(description)
  const save = useInlineSave({
    resource,
    description,
    timeZone,
    onSaved: ({ id }, { data, msg }) => {
      // A cell has no place for a warning, as the form has at its field.
      const told = [msg, ...(data.warnings ?? []).map(({ text }) => text)].join('\n')
      offerUndo(told, data.changeSetId, () => onChanged(id))
      onChanged(id)
    },
  })
  const onSave = useStable(save)
  const onSelect = useStable(selection.toggle)
  const columns = useResourceColumns({
    description,
    labels: list.labels,
    cells,
    actions,
    nameOf,
    onSelect,
    onSave: may.edit ? onSave : undefined,
  })
  const view = useView(resource.key, search.view)
  const ofView = useMemo(() => view && layoutOfView(view), [view])
  const layout = useListLayout({
    resource: resource.key,
    path: `/admin/${description.menu}`,
    view: search.view,
    ofView,
  })
  const table = useResourceTable({
    rows: list.rows,
    columns,
    search,
    open: tree?.open,
    layout: layout.layout,
    onOrder: (order) => props.onCondition({ order }),
    onLayout: layout.change,
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  const shownColumns = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  const labels = list.labels
  const shownKey = shownColumns.map(({ id }) => id).join()
  const [ownColumns, look] = useMemo(() => {
    const shown = shownKey.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? [])
    const own = apart(shown, columns)
    return [own, rowLook({ description, columns: own, labels, timeZone, switches: may.edit })]
  }, [shownKey, columns, description, labels, timeZone, may.edit])
  const { inline, at } = useInline({ columns: shownColumns, nameOf, onSave })
  return {
    may,
    columns,
    shownColumns,
    ownColumns,
    look,
    layout,
    table,
    inline: may.edit ? inline : undefined,
    inlineAt: at,
  }
}
