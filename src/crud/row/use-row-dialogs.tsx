import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { labelInText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { offerUndo } from '../calls/undo.ts'
import type { Control } from '../fields/described-field.tsx'
import { targetAt } from '../form/form-address.ts'
import type { RecordFormTarget } from '../form/record-form-dialog.tsx'
import type { RecordFormCheck } from '../form/record-form-errors.ts'
import { useFormAddress } from '../form/use-form-address.ts'
import { useLeftDraft } from '../form/use-left-draft.ts'
import type { ListRow } from '../grid/list-table.ts'
import type { ListSearch, SearchPatch } from '../query/list-search.ts'
import { useRights } from './use-rights.ts'

// Most users only read. The dialogs that write are loaded when the user first opens one.
const RecordFormDialog = lazyDialog(
  async () => (await import('../form/record-form-dialog.tsx')).RecordFormDialog,
  ({ onClose }) => onClose(),
  { isOpen: ({ open }) => open },
)
const DeleteDialog = lazyDialog(
  async () => (await import('./delete-dialog.tsx')).DeleteDialog,
  ({ onCancel }) => onCancel(),
  { isOpen: ({ name }) => name !== null },
)

type Options<TRow extends ListRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  search: ListSearch
  onSearch(patch: SearchPatch, options?: { replace?: boolean }): void
  controls(target: RecordFormTarget): Record<string, Control> | undefined
  check?: RecordFormCheck
  nameOf(row: TRow): string
  /** Called after a row was written. Without an id, the form took over another user's version. */
  onWritten(id?: number, values?: FormValues, adding?: boolean): void
  onDeleted(rows: readonly TRow[]): void
  /** Called after a change was undone. @param id the row, if it is one and exists again */
  onUndone(id?: number): void
}

export type RowDialogs<TRow> = {
  element: ReactNode
  add(begun?: Begun): void
  edit(row: TRow): void
  /** Edits several rows one after another. */
  editEach(rows: readonly TRow[]): void
  remove(rows: readonly TRow[]): void
}

/** `queue`: the ids of the rows to edit next, and the number of rows at the start. */
type OpenRecordForm = { target: RecordFormTarget; open: boolean; queue?: { rest: readonly number[]; count: number } }

/** The initial values of a new row, and their labels. */
type Begun = { values: FormValues; labels: Labels }

/** The dialogs that add, edit and delete the rows of a list. */
export function useRowDialogs<TRow extends ListRow, TForm>(options: Options<TRow, TForm>): RowDialogs<TRow> {
  const { resource, description, controls, nameOf, onWritten, onDeleted, onUndone } = options
  const may = useRights(description)
  const kit = useKit()
  // A dialog stays mounted while it fades out. So its content and its open state are stored separately.
  const [recordForm, setRecordForm] = useState<OpenRecordForm>()
  const [deleting, setDeleting] = useState<{ rows: readonly TRow[]; open: boolean }>()
  const title = labelInText(description.title)
  const paged = description.form?.as === 'page'
  const put = (target: RecordFormTarget) => setRecordForm({ target, open: true })
  const address = useFormAddress({
    on: paged,
    search: options.search,
    onSearch: options.onSearch,
    may,
    shown: recordForm?.open ? recordForm.target : undefined,
    show: put,
  })
  const show = (target: RecordFormTarget) => (paged ? address.go(target) : put(target))
  // A form that its address opens shows its draft itself.
  useLeftDraft(resource.key, may, show, paged && targetAt(options.search) !== undefined)
  const editNext = ({ rest: [next, ...rest], count }: NonNullable<OpenRecordForm['queue']>) => {
    if (next === undefined) return
    const target: RecordFormTarget = { kind: 'edit', id: next }
    setRecordForm({ target, open: true, queue: { rest, count } })
    if (paged) address.go(target, { replace: recordForm?.open })
  }
  const close = () => {
    setRecordForm((old) => old && { ...old, open: false })
    if (paged) address.onClosed()
  }
  const [first] = deleting?.open ? deleting.rows : []

  const element = (
    <>
      {recordForm && (
        <RecordFormDialog
          resource={resource}
          description={description}
          target={recordForm.target}
          open={recordForm.open}
          title={titleOf(recordForm, title)}
          // Each row starts with a new form, also when several rows are edited one after another.
          key={recordForm.target.kind === 'edit' ? recordForm.target.id : 'new'}
          controls={controls(recordForm.target)}
          check={options.check}
          leaving={address.leaving}
          onStay={address.onStay}
          onClose={(changed) => {
            close()
            if (changed) onWritten()
          }}
          next={
            recordForm.queue && {
              left: recordForm.queue.rest.length,
              go: () => recordForm.queue && editNext(recordForm.queue),
            }
          }
          onSaved={({ data, msg }, values, goesOn) => {
            if (!goesOn) close()
            const adding = recordForm.target.kind === 'add'
            if (adding ? may.del : may.edit)
              offerUndo(msg, data.changeSetId, () => onUndone(adding ? undefined : data.id))
            onWritten(data.id, values, adding)
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          name={first ? nameOf(first) : null}
          restorable={may.add && hasTransfer(kit)}
          del={(key) =>
            resource.del(
              deleting.rows.map(({ id }) => id),
              key,
            )
          }
          onDeleted={({ data, msg }) => {
            setDeleting({ ...deleting, open: false })
            const only = deleting.rows.length === 1 ? first?.id : undefined
            offerUndo(msg, may.add ? data.changeSetId : null, () => onUndone(only))
            onDeleted(deleting.rows)
          }}
          onCancel={() => setDeleting({ ...deleting, open: false })}
        />
      )}
    </>
  )
  return {
    element,
    add: (begun?: Begun) => show({ kind: 'add', ...begun }),
    edit: (row: TRow) => show({ kind: 'edit', id: row.id }),
    editEach: (rows: readonly TRow[]) => editNext({ rest: rows.map(({ id }) => id), count: rows.length }),
    remove: (rows: readonly TRow[]) => setDeleting({ rows, open: true }),
  }
}

function titleOf({ target, queue }: OpenRecordForm, title: string): string {
  if (target.kind === 'add') return m.crud_addTitle({ title })
  if (!queue || queue.count < 2) return m.crud_editTitle({ title })
  return m.crud_editOf({ title, at: queue.count - queue.rest.length, count: queue.count })
}
