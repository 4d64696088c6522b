import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import { ADD, useActions, useWantedRow } from '#src/layout/palette/palette-actions.ts'
import { cx } from '#src/lib/cx.ts'
import type { Description } from '#src/resource/description.ts'
import { countConditions, type FilterTree } from '#src/resource/filter-tree.ts'
import { joinedBy, labelAfterWord, labelInText, labelText, pluralLabel } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { HighlightContext } from '../cells/highlight.tsx'
import { TransferButton } from '../export/transfer-button.tsx'
import { Grid } from '../grid/grid.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { SelectPage } from '../grid/select-boxes.tsx'
import type { Highlighted } from '../grid/use-row-highlight.ts'
import { DeletedButton } from '../history/deleted-button.tsx'
import { PrintButton } from '../print/print-button.tsx'
import type { SearchPatch } from '../query/list-search.ts'
import { quickFields } from '../query/quick-fields.ts'
import { SortSelect } from '../query/sort-select.tsx'
import { countRowButtons } from '../row/row-actions.tsx'
import { useRowActions } from '../row/use-row-actions.tsx'
import type { RowDialogs } from '../row/use-row-dialogs.tsx'
import { rowHeights } from '../views/list-layout.ts'
import { ListViewButton } from '../views/list-view-button.tsx'
import { ListBeside } from './list-beside.tsx'
import { ListCount } from './list-count.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListHead } from './list-head.tsx'
import type { ListState } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListInnerProps } from './page-props.ts'
import { RefreshFailed } from './refresh-failed.tsx'
import { useAnotherSearch, useAnswered } from './use-another-search.ts'
import { useListModel } from './use-list-model.ts'
import { useListSlots } from './use-list-slots.tsx'
import type { RowWindow } from './use-scroll-list.ts'
import type { Selection } from './use-selection.ts'

// Most visits of a list choose no rows. The bar of the chosen rows keeps its place until its code is there.
const ListSelection = lazyPart(
  async () => (await import('./list-selection.tsx')).ListSelection,
  <div className="no-print flex-1 rounded-md bg-accent-soft sm:-my-0.5 sm:h-9" />,
)

const FilterPanel = lazyPart(async () => (await import('../query/filter-panel.tsx')).FilterPanel, null, {
  warm: 'later',
})
const QuickFilters = lazyPart(
  async () => (await import('../query/quick-filters.tsx')).QuickFilters,
  <div className="h-6 shrink-0" />,
)
const ListSumsRow = lazyPart(async () => (await import('../grid/list-sums.tsx')).ListSumsRow, null, {
  place: 'nowhere',
})

export type ListScreenProps<TRow extends ListRow, TForm> = ListInnerProps<TRow, TForm> & {
  list: ListState<TRow>
  selection: Selection<TRow>
  dialogs: RowDialogs<TRow>
  nameOf(row: TRow): string
  highlightedId: Highlighted | undefined
  onHighlight(rows: Highlighted): void
  /** Changes which rows are shown. The list then goes back to its beginning. */
  onCondition(patch: SearchPatch, options?: { replace?: boolean }): void
  /** Called after rows were written without the dialogs. @param id the row, if it was one */
  onChanged(id?: number): void
  onSort?(id: number, targetId: number): void
  /** Counts every row, if the total is an estimate. */
  onExact?(): void
  /** Set for a list that is only partly loaded. */
  window?: RowWindow<TRow>
  tree?: {
    open: ReadonlySet<number>
    matched?: ReadonlySet<number>
    toggle(id: number, open: boolean): void
  }
  notice?: ReactNode
  footer?: ReactNode
}

/** The common part of the list and tree screens: head, rows, dialogs. */
export function ListScreen<TRow extends ListRow, TForm>(props: ListScreenProps<TRow, TForm>) {
  const { resource, description, search, ownSearch, list, selection, dialogs, nameOf, tree } = props
  const title = labelText(pluralLabel(description))
  const another = useAnotherSearch(search, list)
  const marked = useAnswered(search.quickSearch, list)
  const conditions = ownSearch.quickSearch !== '' || ownSearch.filter !== undefined
  const kit = useKit()
  const rowActions = useRowActions(props)
  const { may, columns, shownColumns, ownColumns, look, layout, table, inline, inlineAt } = useListModel(
    props,
    rowActions.actions,
  )
  const quick = useMemo(() => quickFields(description), [description])
  const [filterOpen, setFilterOpen] = useState(false)
  useActions(
    may.add
      ? [
          {
            id: ADD,
            say: (locale) => m.crud_addTitle({ title: labelAfterWord(description.title, locale) }, { locale }),
            icon: <Plus size={16} />,
            run: () => dialogs.add(),
          },
        ]
      : [],
  )
  useWantedRow(({ id, edit }) => (edit && id !== 'found' && may.edit ? dialogs.edit({ id }) : props.onHighlight(id)))
  const slots = useListSlots(props)
  // Seam: a description's field names are the keys of the form that is built from it.
  const choicesOf = (path: string) => resource.choices(path as keyof TForm & string)
  const filtering = {
    choicesOf,
    description,
    filter: ownSearch.filter,
    onFilter: (filter: FilterTree | undefined) => props.onCondition({ filter }),
  }

  const addText = m.crud_addTitle({ title: labelAfterWord(description.title) })
  const addWith = (children: ReactNode) =>
    may.add && (
      <Button variant="primary" icon={<Plus aria-hidden size={15} />} onClick={() => dialogs.add()}>
        {children}
      </Button>
    )
  // This button is beside the search, or in the bar of selected rows.
  const transfer = hasTransfer(kit) && (
    <TransferButton
      description={description}
      search={search}
      resource={resource.key}
      columns={ownColumns}
      chosen={selection.all ? [] : selection.rows}
      size={selection.size > 0 ? 'sm' : 'md'}
    />
  )
  return (
    <ListBeside aside={slots.aside}>
      <ListHead
        heading={title}
        header={slots.header}
        count={
          <ListCount
            total={list.total}
            estimated={list.estimated}
            found={conditions}
            unknown={list.pending || list.failed || another || !list.counted}
            busy={list.isFetching}
            onExact={() => props.onExact?.()}
          />
        }
        quickSearch={search.quickSearch}
        searchHint={quickHint(description)}
        onSearch={(quickSearch) => props.onCondition({ quickSearch }, { replace: true })}
        views={<ListViewButton resource={resource.key} search={ownSearch} layout={layout} onSearch={props.onSearch} />}
        primary={props.primary ?? addWith(<span className="max-sm:sr-only">{addText}</span>)}
        instead={
          selection.size > 0 && (
            <ListSelection
              description={description}
              selection={selection}
              search={search}
              choicesOf={choicesOf}
              resource={resource.key}
              rows={list.rows}
              total={list.total}
              columns={ownColumns}
              controls={props.controls}
              actions={props.bulkActions}
              transfer={transfer}
              onEditEach={dialogs.editEach}
              onDeleteOne={(row) => dialogs.remove([row])}
              onChanged={() => props.onChanged()}
            />
          )
        }
      >
        <ListToolbar
          conditions={countConditions(ownSearch.filter)}
          filterOpen={filterOpen}
          onFilterOpen={setFilterOpen}
          onRefresh={list.refetch}
          settings={{
            columns,
            layout: layout.layout,
            changed: layout.changed,
            onChange: layout.change,
            onReset: layout.reset,
          }}
        />
        {selection.size === 0 && transfer}
        <PrintButton
          description={description}
          search={search}
          resource={resource.key}
          columns={ownColumns.map(({ id }) => id)}
          shown={{ rows: list.rows, labels: list.labels, total: list.total }}
          below={slots.printed}
        />
        <DeletedButton resource={resource.key} description={description} onChanged={() => props.onChanged()} />
        {!tree && (
          <SortSelect columns={shownColumns} order={search.order} onOrder={(order) => props.onCondition({ order })} />
        )}
        {props.buttons}
      </ListHead>
      {slots.filters}
      {filterOpen && <FilterPanel {...filtering} onClose={() => setFilterOpen(false)} />}
      {(quick.length > 0 || (ownSearch.filter && !filterOpen)) && (
        <div className={cx(!filterOpen && !ownSearch.filter && 'max-sm:hidden')}>
          <QuickFilters {...filtering} quick={quick} chips={!filterOpen} />
        </div>
      )}
      {list.waiting && !list.pending && (
        <Banner tone="warning">{another ? m.list_waitingOld() : m.list_waiting()}</Banner>
      )}
      {list.error && !list.failed && !list.waiting && <RefreshFailed error={list.error} onRetry={list.refetch} />}
      {props.notice}
      {slots.cards ? (
        slots.cards(title, rowActions.actions)
      ) : list.rows.length > 0 || (props.window && props.window.count > 0 && !list.pending) ? (
        <HighlightContext value={marked}>
          <Grid
            table={table}
            columns={columns}
            nameOf={nameOf}
            selection={selection}
            tree={tree}
            expansion={slots.expansion}
            inline={inline}
            inlineAt={inlineAt}
            window={props.window}
            label={title}
            titleId={description.rowTitle}
            rowHeight={rowHeights[layout.layout.density ?? 'normal']}
            selectAll={<SelectPage rows={list.rows} selection={selection} />}
            onOpen={rowActions.open}
            onDelete={rowActions.remove}
            onSort={may.edit ? props.onSort : undefined}
            sorts={may.edit && description.sortable}
            look={look}
            onTap={rowActions.look}
            highlightedId={another ? undefined : props.highlightedId}
            buttons={countRowButtons(rowActions.actions)}
            className="min-h-0"
            foot={
              shownColumns.some((column) => column.field?.list?.total)
                ? (columns, places, titleId) => (
                    <ListSumsRow
                      resource={resource}
                      search={search}
                      columns={columns}
                      places={places}
                      large={list.estimated}
                      titleId={titleId}
                    />
                  )
                : undefined
            }
          />
        </HighlightContext>
      ) : (
        <ListEmpty
          title={labelAfterWord(pluralLabel(description))}
          hint={props.emptyHint}
          begin={props.emptyActions}
          own={slots.empty}
          error={list.failed ? list.error : null}
          pending={list.pending}
          waiting={list.waiting}
          retrying={list.isFetching}
          conditions={conditions}
          addButton={props.primary ?? addWith(addText)}
          onRetry={list.refetch}
          onClear={() => props.onCondition({ quickSearch: '', filter: undefined })}
        />
      )}
      {list.total > 0 && slots.totals}
      {list.total > 0 && props.footer}
      {dialogs.element}
      {rowActions.element}
    </ListBeside>
  )
}

/** The fields that the quick search covers, as text: "Name, short name or code". */
function quickHint({ fields, quickSearch }: Pick<Description, 'fields' | 'quickSearch'>): string {
  const found = quickSearch.flatMap((name) => fields.find((one) => one.name === name && !one.list?.never) ?? [])
  const names = found.map(({ label }, at) => (at === 0 ? labelText(label) : labelInText(label)))
  const last = names.pop()
  return names.length > 0 ? joinedBy(m.list_or(), names.join(m.crud_listSeparator()), last ?? '') : (last ?? '')
}
