import type { ReactNode } from 'react'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { crudClient } from '../calls/crud-client.ts'
import type { Control } from '../fields/described-field.tsx'
import type { RecordFormCheck } from '../form/record-form-errors.ts'
import type { CellOf } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import type { ListSearch, SearchPatch } from '../query/list-search.ts'
import type { RowAction } from '../row/row-actions.tsx'

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
  /** Rules over the whole form; the server has the same ones. */
  check?: RecordFormCheck
  /** What can be done with a row beside editing and deleting it. The same object from one render to the next. */
  actions?: readonly RowAction<TRow>[]
  /** What to begin with while there are no rows. */
  emptyHint?: string
  /** Further buttons over the list. */
  buttons?: ReactNode
  /** Trees only: what a new row begins with below another one, beside its parent. */
  childValues?(row: TRow, labels: Labels): { values: FormValues; labels: Labels }
}
