import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { isSecret, isTable } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Cell } from '../cells/cell.tsx'
import { Slot } from '../cells/slot.tsx'
import { RowContext } from '../grid/row-context.ts'
import { rowValue } from '../grid/row-value.ts'
import { systemFields } from '../grid/system-fields.ts'
import type { ListClient } from '../list/list-client.ts'
import { tableRows } from './row-changes.ts'
import { RowsTable } from './rows-table.tsx'

type DetailsDialogProps<TRow> = {
  resource: Pick<ListClient<TRow>, 'row'>
  description: Description
  id: number
  name: string
  look?: 'dialog' | 'drawer'
  /** Content of the screen in place of the list of all fields. */
  content?(row: TRow, labels: Labels): ReactNode
  onEdit?(): void
  onClose(): void
}

/** Shows a row, read-only: all its fields, or what the screen shows of it. */
export function DetailsDialog<TRow extends object>(props: DetailsDialogProps<TRow>) {
  const { resource, description, id, name, look = 'drawer', content, onEdit, onClose } = props
  const { data, error, refetch } = useQuery(resource.row(id))
  const fields = [...description.fields, ...systemFields(description)].filter((field) => !isSecret(field))
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={name}
      size={look === 'drawer' ? 'md' : 'lg'}
      look={look}
      light
      footer={
        <>
          <Button onClick={onClose}>{m.ui_close()}</Button>
          {onEdit && (
            <Button variant="primary" onClick={onEdit}>
              {m.crud_edit()}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        // Tab reaches the controls in the values here, whichever row of the list was visited last.
        <RowContext value={{ active: true, selected: false }}>
          {content ? (
            <Slot of={data.row} part="details" rowId={id} render={() => content(data.row, data.labels)} />
          ) : (
            <dl className={cx('grid gap-x-6', look === 'dialog' && 'sm:grid-cols-2')}>
              {fields.map((field) => (
                <div
                  key={field.name}
                  className={cx(
                    'flex min-w-0 gap-3 border-b border-line py-2',
                    isTable(field) && 'flex-col',
                    isTable(field) && look === 'dialog' && 'sm:col-span-2',
                  )}
                >
                  <dt className="w-28 shrink-0 text-sm text-muted">{labelText(field.label)}</dt>
                  <dd className="min-w-0 flex-1 whitespace-pre-wrap">
                    <Value field={field} row={data.row} id={id} labels={data.labels} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </RowContext>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

function Value({ field, row, id, labels }: { field: Field; row: object; id: number; labels: Labels }) {
  const { timeZone } = useKit()
  const value = rowValue(row, field.name)
  if (!isTable(field)) return <Cell full field={field} value={value} labels={labels} timeZone={timeZone} rowId={id} />
  const rows = tableRows(value)
  return rows.length > 0 && <RowsTable field={field} rows={rows.map((one) => ({ row: one }))} labels={labels} />
}
