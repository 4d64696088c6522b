import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ADD, useActions } from '#src/layout/palette/palette-actions.ts'
import { Button } from '#src/ui/button.tsx'
import type { FilterPanelProps } from '../filter/filter-panel.tsx'
import { HighlightContext } from '../highlight.tsx'
import { labelInText, labelText } from '../label.ts'
import { useStable } from '../use-stable.ts'
import { useView, ViewButton } from '../views/view-button.tsx'
import { layoutOfView } from '../views/views.ts'
import { countConditions } from './filter-tree.ts'
import { Grid } from './grid.tsx'
import { ListConditions } from './list-conditions.tsx'
import { ListGap } from './list-gap.tsx'
import { ListHead } from './list-head.tsx'
import { rowHeights } from './list-layout.ts'
import type { SearchPatch } from './list-search.ts'
import type { ListState } from './list-state.ts'
import type { ListRow } from './list-table.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { ResourcePageProps } from './page-props.ts'
import { quickHint } from './quick-hint.ts'
import { RefreshFailed } from './refresh-failed.tsx'
import { deleteIcon, editIcon, type RowAction } from './row-actions.tsx'
import { SelectPage } from './select-boxes.tsx'
import { useListLayout } from './use-list-layout.ts'
import { useResourceColumns } from './use-resource-columns.tsx'
import { useResourceTable } from './use-resource-table.ts'
import { useRights } from './use-rights.ts'
import type { RowDialogs } from './use-row-dialogs.tsx'
import type { Selection } from './use-selection.ts'

type ListScreenProps<TRow extends ListRow, TForm> = ResourcePageProps<TRow, TForm> & {
  list: ListState<TRow>
  selection: Selection<TRow>
  dialogs: RowDialogs<TRow>
  nameOf(row: TRow): string
  marked: number | undefined
  /** Which rows are shown is to change: back to where the list begins. */
  onCondition(patch: SearchPatch, options?: { replace?: boolean }): void
  onSort?(id: number, targetId: number): void
  tree?: { open: ReadonlySet<number>; toggle(id: number, open: boolean): void }
  notice?: ReactNode
  footer?: ReactNode
}

/** What the screens of lists and of trees have in common: head, rows, dialogs. */
export function ListScreen<TRow extends ListRow, TForm>(props: ListScreenProps<TRow, TForm>) {
  const { resource, description, search, list, selection, dialogs, nameOf, marked, tree, cells } = props
  const may = useRights(description)
  const title = labelText(description.title)
  const conditions = search.quickSearch !== '' || search.filter !== undefined

  const edit = useStable(dialogs.edit)
  const remove = useStable((row: TRow) => dialogs.remove([row]))
  const actions = useMemo(() => {
    const name = (row: TRow) => m.crud_editRow({ name: nameOf(row) })
    const editing: RowAction<TRow> = {
      ...{ key: 'edit', label: m.crud_edit, name, icon: editIcon, button: true, run: edit },
    }
    const deleting: RowAction<TRow> = {
      ...{ key: 'del', label: m.crud_delete, icon: deleteIcon, danger: true, run: remove },
    }
    return [...(may.edit ? [editing] : []), ...(props.actions ?? []), ...(may.del ? [deleting] : [])]
  }, [props.actions, may.edit, may.del, nameOf, edit, remove])

  const columns = useResourceColumns({
    ...{ description, labels: list.labels, cells, actions, nameOf },
    onSelect: useStable(selection.toggle),
  })
  const view = useView(resource.key, search)
  const ofView = useMemo(() => view && layoutOfView(view), [view])
  const layout = useListLayout(resource.key, search.view, ofView)
  const table = useResourceTable({
    ...{ rows: list.rows, columns, search, open: tree?.open, layout: layout.layout },
    onOrder: (order) => props.onCondition({ order }),
    onLayout: layout.change,
  })
  // Seam: a description's field names are the keys of the form that is made from it.
  const choices: FilterPanelProps['resource'] = {
    options: (field, text) => resource.options(field as keyof TForm & string, text),
    names: (field, values) => resource.names(field as keyof TForm & string, values),
  }
  const [filterOpen, setFilterOpen] = useState(false)
  useActions(
    may.add
      ? [
          {
            id: ADD,
            say: (locale) => m.crud_addTitle({ title: labelInText(description.title, locale) }, { locale }),
            icon: <Plus size={16} />,
            run: () => dialogs.add(),
          },
        ]
      : [],
  )
  const addButton = may.add && (
    <Button variant="primary" icon={<Plus aria-hidden size={15} />} onClick={() => dialogs.add()}>
      {m.crud_addTitle({ title: labelInText(description.title) })}
    </Button>
  )
  return (
    <div className="fill-page flex flex-col gap-3">
      <ListHead
        heading={title}
        count={conditions ? m.list_found({ count: list.total }) : m.list_count({ count: list.total })}
        busy={list.isFetching}
        quickSearch={search.quickSearch}
        searchHint={quickHint(description)}
        onSearch={(quickSearch) => props.onCondition({ quickSearch }, { replace: true })}
        views={<ViewButton resource={resource.key} search={search} layout={layout} onSearch={props.onSearch} />}
      >
        <ListToolbar
          conditions={countConditions(search.filter)}
          filterOpen={filterOpen}
          onFilterOpen={setFilterOpen}
          onRefresh={list.refetch}
          settings={{
            ...{ columns, layout: layout.layout, changed: layout.changed },
            ...{ onChange: layout.change, onReset: layout.reset },
          }}
        />
        {props.buttons}
        {addButton}
      </ListHead>
      <ListConditions
        open={filterOpen}
        resource={choices}
        description={description}
        filter={search.filter}
        onFilter={(filter) => props.onCondition({ filter })}
        onClose={() => setFilterOpen(false)}
      />
      {list.error && !list.failed && <RefreshFailed error={list.error} onRetry={list.refetch} />}
      {props.notice}
      {list.rows.length > 0 ? (
        <HighlightContext value={search.quickSearch}>
          <Grid
            label={title}
            table={table}
            columns={columns}
            titleId={description.rowTitle}
            rowHeight={rowHeights[layout.layout.density ?? 'normal']}
            nameOf={nameOf}
            selection={selection}
            selectAll={<SelectPage rows={list.rows} selection={selection} />}
            tree={tree}
            onOpen={may.edit ? edit : undefined}
            onDelete={may.del ? remove : undefined}
            onSort={may.edit ? props.onSort : undefined}
            marked={marked}
            buttons={actions.filter(({ button }) => button).length}
            className="min-h-0"
          />
        </HighlightContext>
      ) : (
        <ListGap
          title={labelInText(description.title)}
          hint={props.emptyHint}
          error={list.failed ? list.error : null}
          pending={list.pending}
          retrying={list.isFetching}
          conditions={conditions}
          addButton={addButton}
          onRetry={list.refetch}
          onClear={() => props.onCondition({ quickSearch: '', filter: undefined })}
        />
      )}
      {list.total > 0 && props.footer}
      {dialogs.element}
    </div>
  )
}
