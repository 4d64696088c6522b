import { lazy, type ReactNode, Suspense, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { crudClient, Labels } from '../calls/crud-client.ts'
import type { Control } from '../fields/described-field.tsx'
import type { Description } from '#src/resource/description.ts'
import type { EntryTarget } from '../form/record-form-dialog.tsx'
import type { EntryCheck } from '../form/record-form-errors.ts'
import type { EntryValues } from '#src/resource/form-values.ts'
import { labelInText } from '#src/resource/label.ts'
import { offerUndo } from '../calls/undo.ts'
import type { ListRow } from '../grid/list-table.ts'
import { useLeftDraft } from '../form/use-left-draft.ts'
import { useRights } from './use-rights.ts'

// Most people come to look: what writes is loaded when somebody wants to write.
// Seam: lazy forgets that the dialog is generic.
const EntryDialog = lazy(async () => ({
  default: (await import('../form/record-form-dialog.tsx')).EntryDialog,
})) as unknown as typeof import('../form/record-form-dialog.tsx')['EntryDialog']
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

type Options<TRow extends ListRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  controls(target: EntryTarget): Record<string, Control> | undefined
  check?: EntryCheck
  nameOf(row: TRow): string
  /** A row was written; without an id, another person's version was taken over. */
  onWritten(id?: number, values?: EntryValues, adding?: boolean): void
  onDeleted(rows: readonly TRow[]): void
  /** A change was taken back. */
  onUndone(): void
}

export type RowDialogs<TRow> = {
  element: ReactNode
  add(begun?: Begun): void
  edit(row: TRow): void
  /** One after the other. */
  editEach(rows: readonly TRow[]): void
  remove(rows: readonly TRow[]): void
}

/** `queue`: what is edited after it, one by one, and how many it were at first. */
type Entry = { target: EntryTarget; open: boolean; queue?: { rest: readonly number[]; count: number } }

/** What a new row begins with. */
type Begun = { values: EntryValues; labels: Labels }

/** The dialogs in which rows of a list are added, edited and deleted. */
export function useRowDialogs<TRow extends ListRow, TForm>(options: Options<TRow, TForm>): RowDialogs<TRow> {
  const { resource, description, controls, nameOf, onWritten, onDeleted, onUndone } = options
  const may = useRights(description)
  // Dialogs stay in place while they fade: what they are about and whether they are open are two things.
  const [entry, setEntry] = useState<Entry>()
  const [deleting, setDeleting] = useState<{ rows: readonly TRow[]; open: boolean }>()
  const title = labelInText(description.title)
  const show = (target: EntryTarget) => setEntry({ target, open: true })
  useLeftDraft(resource.key, may, show)
  const editNext = ({ rest: [next, ...rest], count }: NonNullable<Entry['queue']>) => {
    if (next !== undefined) setEntry({ target: { kind: 'edit', id: next }, open: true, queue: { rest, count } })
  }
  const close = () => setEntry((old) => old && { ...old, open: false })
  const [first] = deleting?.open ? deleting.rows : []

  const element = (
    <Suspense>
      {entry && (
        <EntryDialog
          resource={resource}
          description={description}
          target={entry.target}
          open={entry.open}
          title={titleOf(entry, title)}
          // The next one of several begins in a form of its own.
          key={entry.target.kind === 'edit' ? entry.target.id : 'new'}
          controls={controls(entry.target)}
          check={options.check}
          onClose={(changed) => {
            close()
            if (changed) onWritten()
          }}
          next={entry.queue && { left: entry.queue.rest.length, go: () => entry.queue && editNext(entry.queue) }}
          onSaved={({ data, msg }, values, goesOn) => {
            if (!goesOn) close()
            const adding = entry.target.kind === 'add'
            if (adding ? may.del : may.edit) offerUndo(msg, data.changeSetId, onUndone)
            onWritten(data.id, values, adding)
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          name={first ? nameOf(first) : null}
          del={(key) =>
            resource.del(
              deleting.rows.map(({ id }) => id),
              key,
            )
          }
          onDeleted={({ data, msg }) => {
            setDeleting({ ...deleting, open: false })
            offerUndo(msg, may.add ? data.changeSetId : null, onUndone)
            onDeleted(deleting.rows)
          }}
          onCancel={() => setDeleting({ ...deleting, open: false })}
        />
      )}
    </Suspense>
  )
  return {
    element,
    add: (begun?: Begun) => show({ kind: 'add', ...begun }),
    edit: (row: TRow) => show({ kind: 'edit', id: row.id }),
    editEach: (rows: readonly TRow[]) => editNext({ rest: rows.map(({ id }) => id), count: rows.length }),
    remove: (rows: readonly TRow[]) => setDeleting({ rows, open: true }),
  }
}

function titleOf({ target, queue }: Entry, title: string): string {
  if (target.kind === 'add') return m.crud_addTitle({ title })
  if (!queue || queue.count < 2) return m.crud_editTitle({ title })
  return m.crud_editOf({ title, at: queue.count - queue.rest.length, count: queue.count })
}
