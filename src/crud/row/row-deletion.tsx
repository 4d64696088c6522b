import { m } from '#src/i18n/paraglide/messages.js'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import { useGo } from '#src/layout/use-go.ts'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { usesCall } from '#src/server/crud/uses-call.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import { crudGet } from '../calls/crud-rpc.ts'
import { offerUndo } from '../calls/undo.ts'
import type { ListRow } from '../grid/list-table.ts'
import type { ListClient } from '../list/list-client.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { rowLabel } from './row-label.ts'
import type { Rights } from './use-rights.ts'

type RowDeletionProps<TRow extends ListRow> = {
  resource: Pick<ListClient<TRow>, 'key' | 'del'>
  description: Description
  rows: readonly TRow[]
  open: boolean
  may: Rights
  nameOf(row: TRow): string
  onDeleted(rows: readonly TRow[]): void
  onUndone(id?: number): void
  onClose(): void
}

/** Deletes a row of a list, after the user has confirmed it. Before that it looks for what uses the row. */
export function RowDeletion<TRow extends ListRow>(props: RowDeletionProps<TRow>) {
  const { resource, description, rows, open, may, nameOf, onDeleted, onUndone, onClose } = props
  const kit = useKit()
  const go = useGo()
  const [first] = rows
  const ids = rows.map(({ id }) => id)
  return (
    <DeleteDialog
      name={open && first ? nameOf(first) : null}
      note={description.deleteNote && labelText(description.deleteNote)}
      restorable={may.add && hasTransfer(kit)}
      uses={(signal) =>
        crudGet<KitAnswer<typeof usesCall>>({
          data: { key: resource.key, action: 'uses', query: { 'ids[]': ids.map(String) } },
          signal,
        })
      }
      del={(key) => resource.del(ids, key)}
      onDeleted={({ data, msg }) => {
        onClose()
        const said = first && rows.length === 1 ? m.crud_deletedRow({ name: rowLabel(description, first) }) : msg
        offerUndo(said, may.restore ? data.changeSetId : null, () =>
          onUndone(rows.length === 1 ? first?.id : undefined),
        )
        onDeleted(rows)
      }}
      onOpen={(path) => {
        onClose()
        void go(path)
      }}
      onCancel={onClose}
    />
  )
}
