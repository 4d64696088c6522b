import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import type { crudClient } from '../crud-client.ts'
import type { Control } from '../described-field.tsx'
import type { Description } from '../description.ts'
import { HighlightContext } from '../highlight.tsx'
import { labelText } from '../label.ts'
import { useStable } from '../use-stable.ts'
import { Grid } from './grid.tsx'
import type { CellOf } from './list-columns.tsx'
import { ListGap } from './list-gap.tsx'
import { ListHead } from './list-head.tsx'
import type { ListSearch, SearchPatch } from './list-search.ts'
import type { ListRow } from './list-table.ts'
import { Pager } from './pager.tsx'
import { quickHint } from './quick-hint.ts'
import { RefreshFailed } from './refresh-failed.tsx'
import { deleteIcon, editIcon, type RowAction } from './row-actions.tsx'
import { SelectPage } from './select-boxes.tsx'
import { useList } from './use-list.ts'
import { useMark } from './use-mark.ts'
import { useRefresh } from './use-refresh.ts'
import { useResourceColumns } from './use-resource-columns.tsx'
import { useResourceTable } from './use-resource-table.ts'
import { useRights } from './use-rights.ts'
import { useRowDialogs } from './use-row-dialogs.tsx'
import { useSelection } from './use-selection.ts'

/** What a list page gets from its route, or from the tab that keeps it alive. */
export type ListPageProps = {
  search: ListSearch
  onSearch(patch: SearchPatch, options?: { replace?: boolean }): void
}

export type ResourcePageProps<TRow extends ListRow, TForm> = ListPageProps & {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description<TRow>
  /** How fields are shown that the usual way does not fit, by field. The same object from one render to the next. */
  cells?: Readonly<Partial<Record<keyof TRow & string, CellOf<TRow>>>>
  /** Controls of the form in place of the usual ones, by field. */
  controls?: Record<string, Control>
  /** What can be done with a row beside editing and deleting it. The same object from one render to the next. */
  actions?: readonly RowAction<TRow>[]
  /** Further buttons over the list. */
  buttons?: ReactNode
}

/**
 * The list screen of a resource, made from its description: search, sort, pages, and adding, editing and deleting for
 * those who may. Its state is in the URL.
 */
export function ResourcePage<TRow extends ListRow, TForm>(props: ResourcePageProps<TRow, TForm>) {
  const { resource, description, search, onSearch, cells, controls, buttons } = props
  const may = useRights(description)
  const refresh = useRefresh(resource.key)
  const list = useList(resource, description, search)
  const selection = useSelection(list.list)
  const [marked, setMarked] = useMark()
  const title = labelText(description.title)
  // Seam: the title of a row is text, whatever the row's type.
  const nameOf = useStable((row: TRow) => String(row[description.rowTitle] ?? row.id))
  const conditions = search.quickSearch !== '' || search.filter !== undefined

  const rows = useRowDialogs({
    ...{ resource, description, controls, nameOf },
    onWritten: async (id) => {
      await refresh()
      setMarked(id)
    },
    onDeleted: (deleted) => {
      selection.set(deleted, false)
      void refresh()
    },
  })
  const edit = useStable(rows.edit)
  const remove = useStable((row: TRow) => rows.remove([row]))
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
  const table = useResourceTable({ rows: list.list, columns, search, onSearch })
  const addButton = may.add && (
    <Button variant="primary" icon={<Plus aria-hidden size={15} />} onClick={rows.add}>
      {m.crud_addTitle({ title })}
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
        onSearch={(quickSearch) => onSearch({ quickSearch, page: 1, cursor: undefined }, { replace: true })}
        onRefresh={list.refetch}
      >
        {buttons}
        {addButton}
      </ListHead>
      {list.error && !list.failed && <RefreshFailed error={list.error} onRetry={list.refetch} />}
      {list.list.length > 0 ? (
        <HighlightContext value={search.quickSearch}>
          <Grid
            label={title}
            table={table}
            columns={columns}
            titleId={description.rowTitle}
            rowHeight={40}
            nameOf={nameOf}
            selection={selection}
            selectAll={<SelectPage rows={list.list} selection={selection} />}
            onOpen={may.edit ? edit : undefined}
            onDelete={may.del ? remove : undefined}
            marked={marked}
            className="list-grid min-h-0"
          />
        </HighlightContext>
      ) : (
        <ListGap
          title={title}
          error={list.failed ? list.error : null}
          pending={list.pending}
          retrying={list.isFetching}
          conditions={conditions}
          addButton={addButton}
          onRetry={list.refetch}
          onClear={() => onSearch({ quickSearch: '', filter: undefined, page: 1, cursor: undefined })}
        />
      )}
      {list.total > 0 && (
        <Pager
          page={search.page}
          limit={search.limit}
          total={list.total}
          onPage={(page) => onSearch({ page })}
          onLimit={(limit) => onSearch({ limit, page: 1, cursor: undefined })}
        />
      )}
      {rows.dialogs}
    </div>
  )
}
