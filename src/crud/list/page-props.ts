import type { ReactNode } from 'react'
import type { Only } from '#src/lib/only.ts'
import type { Description } from '#src/resource/description.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { crudClient } from '../calls/crud-client.ts'
import type { Control } from '../fields/described-field.tsx'
import type { RecordFormCheck } from '../form/record-form-errors.ts'
import type { RecordFormFacts } from '../form/record-form-facts.ts'
import type { CellOf } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import type { ListSearch, SearchPatch } from '../query/list-search.ts'
import type { RowAction } from '../row/row-actions.tsx'
import type { ListSlots } from './list-slots.ts'

/** The props of a list page. They come from its route, or from the tab that keeps the page alive. */
export type ListPageProps = {
  search: ListSearch
  onSearch(patch: SearchPatch, options?: { replace?: boolean }): void
  /** Only rows that match it are in the list. It is not among the conditions that the user sees. */
  preset?: FilterTree
}

/**
 * The props of a resource's page. The types of the special parts are those of the given objects, so that a misspelt
 * field fails the type check.
 */
export type PageParts<TRow, TForm, TCells, TControls> = {
  cells?: TCells & Only<TCells, keyof TRow>
  controls?: TControls & Only<TControls, keyof TForm>
}

export type ResourcePageProps<TRow extends ListRow, TForm> = ListPageProps &
  ListSlots<TRow> & {
    resource: ReturnType<typeof crudClient<TRow, TForm>>
    description: Description<TRow>
    /** Special cells by field, where the default cell does not fit. The object must stay the same between renders. */
    cells?: Readonly<Partial<Record<keyof TRow & string, CellOf<TRow>>>>
    /** Controls of the form that replace the default ones, by field. */
    controls?: Record<string, Control>
    /** Rules over the whole form; the server has the same ones. */
    check?: RecordFormCheck
    /** What the form says about its sections and about the whole while the user fills it in. */
    facts?: RecordFormFacts
    /** Row actions besides editing and deleting. The object must stay the same between renders. */
    actions?: readonly RowAction<TRow>[]
    /** A hint on how to begin while there are no rows. */
    emptyHint?: string
    /** Other ways to begin than adding a row, while there are no rows. */
    emptyActions?: ReactNode
    /** The most frequent action, where it is not adding a row by hand. */
    primary?: ReactNode
    /** More buttons above the list. */
    buttons?: ReactNode
    /** Trees only: whether rows can be added below a row; by default below every row. */
    takesChildren?(row: TRow): boolean
    /** Trees only: the initial values of a new child row, besides its parent. */
    childValues?(
      row: TRow,
      labels: Labels,
    ): { values: Partial<TForm>; labels: { readonly [K in keyof TForm]?: Labels[string] } }
  }

/** `search` finds the rows. `ownSearch` is the part that the user sees and changes: the search without the preset. */
export type ListInnerProps<TRow extends ListRow, TForm> = ResourcePageProps<TRow, TForm> & { ownSearch: ListSearch }
