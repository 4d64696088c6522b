import { type ReactNode, useState } from 'react'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { type BulkAction, BulkActions } from '../bulk/bulk-actions.tsx'
import type { BulkReply, BulkTarget } from '../bulk/bulk-calls.ts'
import { bulkEditableFields } from '../bulk/bulk-fields.ts'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { offerUndo } from '../calls/undo.ts'
import type { Control } from '../fields/described-field.tsx'
import type { ListColumn } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { copyRowsAsText } from '../grid/use-copy.ts'
import type { ListSearch } from '../query/list-search.ts'
import { useRights } from '../row/use-rights.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { Selection } from './use-selection.ts'

const BulkEditDialog = lazyDialog(
  async () => (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog,
  ({ onClose }) => onClose(),
)
const BulkDeletion = lazyDialog(
  async () => (await import('../bulk/bulk-deletion.tsx')).BulkDeletion,
  ({ onClose }) => onClose(),
)

/** The most rows that one call accepts. */
const MAX_ROWS = 10_000
/** The most rows that the user can edit one by one. More is not practical. */
const MAX_EACH = 200

type ListSelectionProps<TRow extends ListRow> = {
  resource: string
  description: Description
  selection: Selection<TRow>
  /** The rows on screen. */
  rows: readonly TRow[]
  total: number
  search: ListSearch
  columns: readonly ListColumn<TRow>[]
  controls?: Record<string, Control>
  /** Actions of the screen. */
  actions?: readonly BulkAction[]
  /** The button for export and import. */
  transfer?: ReactNode
  choicesOf(path: string): ChoiceSource
  onEditEach(rows: readonly TRow[]): void
  onDeleteOne(row: TRow): void
  /** Called after rows were changed, deleted or restored. */
  onChanged(): void
}

/** The actions for the selected rows, and their dialogs. */
export function ListSelection<TRow extends ListRow>(props: ListSelectionProps<TRow>) {
  const { resource, description, selection, rows, total, search, columns, controls, choicesOf, onChanged } = props
  const may = useRights(description)
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const { quickSearch, filter } = search
  const target: BulkTarget = selection.all
    ? { query: { quickSearch, filter }, count: selection.size }
    : {
        ids: selection.rows.map(({ id }) => id),
        versions: Object.fromEntries(selection.rows.flatMap(({ id, version }) => (version ? [[id, version]] : []))),
      }
  const pageChosen = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const hasMore = pageChosen && !selection.all && total > selection.size
  const [only] = selection.rows
  const one = selection.size === 1 ? only : undefined
  const done = ({ data, msg }: BulkReply, undoable: boolean) => {
    setDoing(undefined)
    selection.clear()
    offerUndo(msg, undoable ? data.changeSetId : null, onChanged, data.changed)
    onChanged()
  }
  const keepOnly = (ids: readonly number[]) => {
    const kept = new Set(ids)
    const left = selection.rows.filter(({ id }) => !kept.has(id))
    // Of a whole search, the rows are not known here.
    if (!selection.all) selection.set(left, false)
  }
  const dialog = { resource, target, count: selection.size, onClose: () => setDoing(undefined) }
  return (
    <>
      <SelectionBar
        size={selection.size}
        offerAll={hasMore && total <= MAX_ROWS ? total : undefined}
        atMost={hasMore && total > MAX_ROWS ? MAX_ROWS : undefined}
        onAll={selection.setAll}
        onClear={selection.clear}
        onCopy={selection.all ? undefined : () => void copyRowsAsText(selection.rows, columns)}
        onEditEach={
          may.edit && !selection.all && selection.size <= MAX_EACH ? () => props.onEditEach(selection.rows) : undefined
        }
        onEdit={may.edit && bulkEditableFields(description).length > 0 ? () => setDoing('edit') : undefined}
        onDelete={may.del ? () => (one ? props.onDeleteOne(one) : setDoing('delete')) : undefined}
      >
        {props.actions && (
          <BulkActions
            actions={props.actions}
            target={target}
            count={selection.size}
            onDone={selection.clear}
            onChanged={onChanged}
          />
        )}
        {props.transfer}
      </SelectionBar>

      {doing === 'edit' && (
        <BulkEditDialog
          {...dialog}
          description={description}
          controls={controls}
          choicesOf={choicesOf}
          onDone={(answer) => done(answer, true)}
        />
      )}
      {doing === 'delete' && (
        <BulkDeletion
          {...dialog}
          note={description.deleteNote && labelText(description.deleteNote)}
          onOnly={keepOnly}
          onDone={(answer) => done(answer, may.restore)}
        />
      )}
    </>
  )
}
