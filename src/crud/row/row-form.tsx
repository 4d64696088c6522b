import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { crudClient } from '../calls/crud-client.ts'
import { offerUndo } from '../calls/undo.ts'
import type { RecordFormBodyProps } from '../form/record-form-body.tsx'
import { RecordFormDialog, type RecordFormTarget } from '../form/record-form-dialog.tsx'
import { walkOf } from '../form/walk.ts'
import type { ListRow } from '../grid/list-table.ts'
import { rowLabel } from './row-label.ts'
import type { Rights } from './use-rights.ts'

/** `queue`: the ids of the rows that are edited one after another. */
export type OpenRecordForm = { target: RecordFormTarget; open: boolean; queue?: readonly number[] }

type RowFormProps<TRow extends ListRow, TForm> = Pick<RecordFormBodyProps, 'controls' | 'check' | 'facts'> & {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  form: OpenRecordForm
  /** The ids of the rows that the list shows. */
  shown: readonly number[]
  may: Rights
  nameOf(row: TRow): string
  leaving: boolean
  onStay(): void
  onClose(): void
  /** Goes on to the form of another row. */
  onGo(id: number): void
  onWritten(id?: number, values?: FormValues, adding?: boolean): void
  onUndone(id?: number): void
}

/** The form of a list's row. It says what was saved, with a button to take it back. */
export function RowForm<TRow extends ListRow, TForm>(props: RowFormProps<TRow, TForm>) {
  const { description, form, shown, may, onClose, onWritten, onUndone, ...rest } = props
  const { target, queue } = form
  const adding = target.kind === 'add'
  return (
    <RecordFormDialog
      {...rest}
      description={description}
      target={target}
      open={form.open}
      walk={target.kind === 'edit' ? walkOf(queue ?? shown, target.id) : undefined}
      queued={queue !== undefined}
      onClose={(changed) => {
        onClose()
        if (changed) onWritten()
      }}
      onSaved={({ data, msg }, values, goesOn) => {
        if (!goesOn) onClose()
        const said = m.crud_doneTo({ what: msg, name: rowLabel(description, values) })
        offerUndo(said, (adding ? may.del : may.edit) ? data.changeSetId : null, () =>
          onUndone(adding ? undefined : data.id),
        )
        onWritten(data.id, values, adding)
      }}
    />
  )
}
