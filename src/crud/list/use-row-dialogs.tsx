import { lazy, type ReactNode, Suspense, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { crudClient, Labels } from '../crud-client.ts'
import type { Control } from '../described-field.tsx'
import type { Description } from '../description.ts'
import type { EntryTarget } from '../entry-dialog.tsx'
import type { EntryValues } from '../entry-values.ts'
import { labelInText } from '../label.ts'
import type { ListRow } from './list-table.ts'

// Most people come to look: what writes is loaded when somebody wants to write.
// Seam: lazy forgets that the dialog is generic.
const EntryDialog = lazy(async () => ({
  default: (await import('../entry-dialog.tsx')).EntryDialog,
})) as unknown as typeof import('../entry-dialog.tsx')['EntryDialog']
const DeleteDialog = lazy(async () => ({ default: (await import('../delete-dialog.tsx')).DeleteDialog }))

type Options<TRow extends ListRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  controls(target: EntryTarget): Record<string, Control> | undefined
  nameOf(row: TRow): string
  /** A row was written; without an id, another person's version was taken over. */
  onWritten(id?: number, values?: EntryValues, adding?: boolean): void
  onDeleted(rows: readonly TRow[]): void
}

export type RowDialogs<TRow> = {
  element: ReactNode
  add(begun?: Begun): void
  edit(row: TRow): void
  remove(rows: readonly TRow[]): void
}

/** What a new row begins with. */
type Begun = { values: EntryValues; labels: Labels }

/** The dialogs in which rows of a list are added, edited and deleted. */
export function useRowDialogs<TRow extends ListRow, TForm>(options: Options<TRow, TForm>): RowDialogs<TRow> {
  const { resource, description, controls, nameOf, onWritten, onDeleted } = options
  // Dialogs stay in place while they fade: what they are about and whether they are open are two things.
  const [entry, setEntry] = useState<{ target: EntryTarget; open: boolean }>()
  const [deleting, setDeleting] = useState<{ rows: readonly TRow[]; open: boolean }>()
  const title = labelInText(description.title)
  const show = (target: EntryTarget) => setEntry({ target, open: true })
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
          title={entry.target.kind === 'add' ? m.crud_addTitle({ title }) : m.crud_editTitle({ title })}
          controls={controls(entry.target)}
          onClose={(changed) => {
            close()
            if (changed) onWritten()
          }}
          onSaved={({ data }, values) => {
            close()
            onWritten(data.id, values, entry.target.kind === 'add')
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
          onDeleted={() => {
            setDeleting({ ...deleting, open: false })
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
    remove: (rows: readonly TRow[]) => setDeleting({ rows, open: true }),
  }
}
