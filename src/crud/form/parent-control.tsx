import { m } from '#src/i18n/paraglide/messages.js'
import { lazyControl } from '#src/ui/lazy.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import type { Control } from '../fields/described-field.tsx'
import { type TreeRow, withDescendants } from '../list/tree.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

// Only forms need this control, so the list loads without it.
const RelationField = lazyControl(async () => (await import('../fields/relation-field.tsx')).RelationField)

type Options<TRow, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  rows: readonly TreeRow[]
  target: RecordFormTarget
}

/** The control for a row's parent. It excludes the row itself and its known descendants. */
export function parentControl<TRow, TForm>({ resource, rows, target }: Options<TRow, TForm>): Control {
  const editing = target.kind === 'edit'
  return (props) => (
    <RelationField
      {...props}
      // Seam: the form of a tree has a parent, which its type here cannot express.
      choices={resource.choices('pid' as keyof TForm & string)}
      exclude={editing ? withDescendants(rows, target.id) : undefined}
      placeholder={m.tree_top()}
      hint={editing ? m.tree_parentHint() : undefined}
    />
  )
}
