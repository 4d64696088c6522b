import { lazy, Suspense, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { crudClient } from '../crud-client.ts'
import type { Control } from '../described-field.tsx'
import type { Description } from '../description.ts'
import type { EntryTarget } from '../entry-dialog.tsx'
import { labelText } from '../label.ts'
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
  controls?: Record<string, Control>
  nameOf(row: TRow): string
  /** A row was written, or another person's version taken over. */
  onWritten(id?: number): void
  onDeleted(rows: readonly TRow[]): void
}

/** The dialogs in which rows of a list are added, edited and deleted. */
export function useRowDialogs<TRow extends ListRow, TForm>(options: Options<TRow, TForm>) {
  const { resource, description, controls, nameOf, onWritten, onDeleted } = options
  // Dialogs stay in place while they fade: what they are about and whether they are open are two things.
  const [entry, setEntry] = useState<{ target: EntryTarget; open: boolean }>()
  const [deleting, setDeleting] = useState<{ rows: readonly TRow[]; open: boolean }>()
  const title = labelText(description.title)
  const show = (target: EntryTarget) => setEntry({ target, open: true })
  const close = () => setEntry((old) => old && { ...old, open: false })
  const [first] = deleting?.open ? deleting.rows : []

  const dialogs = (
    <Suspense>
      {entry && (
        <EntryDialog
          resource={resource}
          description={description}
          target={entry.target}
          open={entry.open}
          title={entry.target.kind === 'add' ? m.crud_addTitle({ title }) : m.crud_editTitle({ title })}
          controls={controls}
          onClose={(changed) => {
            close()
            if (changed) onWritten()
          }}
          onSaved={({ data }) => {
            close()
            onWritten(data.id)
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
    dialogs,
    add: () => show({ kind: 'add' }),
    edit: (row: TRow) => show({ kind: 'edit', id: row.id }),
    remove: (rows: readonly TRow[]) => setDeleting({ rows, open: true }),
  }
}
