import { type ReactNode, useState } from 'react'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { lazyDialog, loadFirst } from '#src/ui/lazy.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import type { Control } from '../fields/described-field.tsx'
import { targetAt } from '../form/form-address.ts'
import type { RecordFormTarget } from '../form/record-form-dialog.tsx'
import type { RecordFormCheck } from '../form/record-form-errors.ts'
import type { RecordFormFacts } from '../form/record-form-facts.ts'
import { useFormAddress } from '../form/use-form-address.ts'
import { useLeftDraft } from '../form/use-left-draft.ts'
import type { ListRow } from '../grid/list-table.ts'
import type { ListSearch, SearchPatch } from '../query/list-search.ts'
import type { OpenRecordForm } from './row-form.tsx'
import { useRights } from './use-rights.ts'

// Most users only read. The dialogs that write are loaded when the user first opens one.
const RowForm = lazyDialog(
  async () => (await import('./row-form.tsx')).RowForm,
  ({ onClose }) => onClose(),
  { isOpen: ({ form }) => form.open, warm: 'first' },
)
const RowDeletion = lazyDialog(
  async () => (await import('./row-deletion.tsx')).RowDeletion,
  ({ onClose }) => onClose(),
  { isOpen: ({ open }) => open, warm: 'later' },
)

type Options<TRow extends ListRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  /** The rows that the list shows, in its order. */
  rows: readonly { id: number }[]
  search: ListSearch
  onSearch(patch: SearchPatch, options?: { replace?: boolean }): void
  controls(target: RecordFormTarget): Record<string, Control> | undefined
  check?: RecordFormCheck
  facts?: RecordFormFacts
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
  /** Adds a row that begins as a copy of this one. */
  copy(row: TRow): void
  edit(row: { id: number }): void
  /** Edits several rows one after another. */
  editEach(rows: readonly TRow[]): void
  remove(rows: readonly TRow[]): void
}

/** The initial values of a new row, and their labels. */
type Begun = { values: FormValues; labels: Labels }

/** The dialogs that add, edit and delete the rows of a list. */
export function useRowDialogs<TRow extends ListRow, TForm>(options: Options<TRow, TForm>): RowDialogs<TRow> {
  const { resource, description, controls, nameOf, onWritten, onDeleted, onUndone } = options
  const may = useRights(description)
  // A dialog stays mounted while it fades out. So its content and its open state are stored separately.
  const [recordForm, setRecordForm] = useState<OpenRecordForm>()
  const [deleting, setDeleting] = useState<{ rows: readonly TRow[]; open: boolean }>()
  const paged = description.form?.as === 'page'
  // A link to a row opens its form in any list.
  const addressed = paged || targetAt(options.search) !== undefined
  const put = (target: RecordFormTarget) => setRecordForm({ target, open: true })
  const address = useFormAddress({
    on: addressed,
    search: options.search,
    onSearch: options.onSearch,
    may,
    shown: recordForm?.open ? recordForm.target : undefined,
    show: put,
  })
  const show = (target: RecordFormTarget) => {
    // The form is rendered only after the page has gone to its address.
    loadFirst()
    if (paged) address.go(target)
    else put(target)
  }
  // A form that its address opens shows its draft itself.
  useLeftDraft(resource.key, may, show, targetAt(options.search) !== undefined)
  const editEach = (queue: readonly number[]) => {
    const [id] = queue
    if (id === undefined) return
    const target: RecordFormTarget = { kind: 'edit', id }
    setRecordForm({ target, open: true, queue })
    if (paged) address.go(target)
  }
  /** Shows another row in the open form. */
  const goOn = (id: number) => {
    const target: RecordFormTarget = { kind: 'edit', id }
    setRecordForm((old) => old && { ...old, target })
    if (addressed) address.go(target, { replace: true })
  }
  const close = () => {
    setRecordForm((old) => old && { ...old, open: false })
    if (addressed) address.onClosed()
  }
  const shared = { resource, description, nameOf, may, onUndone }

  const element = (
    <>
      {recordForm && (
        <RowForm
          {...shared}
          form={recordForm}
          // The dialog stays when the user goes from row to row. It begins a form for each of them.
          key={recordForm.target.kind}
          shown={options.rows.map(({ id }) => id)}
          controls={controls(recordForm.target)}
          check={options.check}
          facts={options.facts}
          leaving={address.leaving}
          onStay={address.onStay}
          onClose={close}
          onGo={goOn}
          onWritten={onWritten}
        />
      )}
      {deleting && (
        <RowDeletion
          {...shared}
          {...deleting}
          onClose={() => setDeleting({ ...deleting, open: false })}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
  return {
    element,
    add: (begun?: Begun) => show({ kind: 'add', ...begun }),
    copy: (row: TRow) => show({ kind: 'add', from: row.id }),
    edit: (row: { id: number }) => show({ kind: 'edit', id: row.id }),
    editEach: (rows: readonly TRow[]) => editEach(rows.map(({ id }) => id)),
    remove: (rows: readonly TRow[]) => setDeleting({ rows, open: true }),
  }
}
