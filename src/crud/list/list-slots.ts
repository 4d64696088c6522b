import type { ReactNode } from 'react'
import type { Condition, FilterTree } from '#src/resource/filter-tree.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { BulkAction } from '../bulk/bulk-actions.tsx'
import type { FieldCondition } from '../query/filter-conditions.ts'
import type { ListSearch } from '../query/list-search.ts'
import type { RowAction } from '../row/row-actions.tsx'
import type { Selection } from './use-selection.ts'

/** What the parts of a list page know about the list. */
export type ListFacts<TRow> = {
  search: ListSearch
  /** The loaded rows. */
  rows: readonly TRow[]
  labels: Labels
  /** The number of rows that the search finds. */
  total: number
  /** The selected rows. While all rows that the search finds are selected, those on screen. */
  chosen: readonly TRow[]
}

/** Reads and changes the conditions of a list from outside of the filter panel. */
export type ListFilters<TRow> = {
  filter: FilterTree | undefined
  conditionOn(field: keyof TRow & string): Condition | undefined
  /** Sets the condition on a field. Undefined removes it. */
  set(field: keyof TRow & string, condition: FieldCondition | undefined): void
}

/** The loaded rows, for a screen that shows them as cards. */
export type ListCards<TRow> = {
  rows: readonly TRow[]
  labels: Labels
  /** The name of the list. */
  label: string
  selection: Pick<Selection<TRow>, 'has' | 'toggle'>
  actions: readonly RowAction<TRow>[]
}

/** Content of its own that a list page may have, part by part. A part that cannot be shown leaves the others alone. */
export type ListSlots<TRow> = {
  /** Beside the heading. */
  header?(list: ListFacts<TRow>): ReactNode
  /** Beside the list, on narrow screens below it. */
  aside?(list: ListFacts<TRow>): ReactNode
  /** Below the rows, beside the usual sums. */
  totals?(list: ListFacts<TRow>): ReactNode
  /** While there are no rows and no conditions, in place of the usual text. */
  empty?(list: ListFacts<TRow>): ReactNode
  /** Below a row, when the user opens it. The function must stay the same between renders. */
  expand?(row: TRow, labels: Labels): ReactNode
  /** The content of the details of a row, in place of the list of its fields. */
  details?(row: TRow, labels: Labels): ReactNode
  /** The default is a drawer, beside which the list stays readable. */
  detailsAs?: 'dialog' | 'drawer'
  /** The rows as cards, in place of the table. Only of lists with pages. */
  cards?(cards: ListCards<TRow>): ReactNode
  /** Further actions on the selected rows. */
  bulkActions?: readonly BulkAction[]
  /** Controls that set conditions. They appear with the other conditions. */
  filters?(filters: ListFilters<TRow>): ReactNode
}
