import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { viewState } from '#src/server/views/view.schema.ts'
import { savedViewTable } from '#src/server/views/view.table.server.ts'

/** Most views that the dashboard shows. */
const MOST = 8

/** The actor's own views of lists that the actor may read, the last changed first. */
export async function ownViews(db: Db, actor: Actor) {
  const { id, name, resource, state, ownerId, updateTime } = savedViewTable
  const rows = await db
    .select({ id, name, resource, state })
    .from(savedViewTable)
    .where(eq(ownerId, actor.id))
    .orderBy(desc(updateTime), desc(id))
  const list: {
    id: number
    name: string
    resource: string
    state: v.InferOutput<typeof viewState>
    menu: string
    title: string
  }[] = []
  for (const row of rows) {
    const found = await findResource(db, row.resource)
    if (list.length === MOST || !found || !can(actor, found.nodes.index)) continue
    const { description } = found.resource
    // Seam: the call that stores a view checks its state.
    list.push({
      ...row,
      state: v.parse(viewState, row.state),
      menu: description.menu,
      title: labelText(pluralLabel(description)),
    })
  }
  return list
}
