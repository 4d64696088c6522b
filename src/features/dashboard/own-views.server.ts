import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { REPORT_VIEWS } from '#src/features/reports/report-keys.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { viewState } from '#src/server/views/view.schema.ts'
import { savedViewTable } from '#src/server/views/view.table.server.ts'

/** Most views that the dashboard shows. */
const MOST = 8

/** The actor's own views of lists and reports that the actor may read, the last changed first. */
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
    if (list.length === MOST) break
    if (row.resource === REPORT_VIEWS) {
      if (can(actor, 'report/index'))
        list.push({ ...row, state: read(row.state), menu: 'report', title: m.menu_report() })
      continue
    }
    const found = await findResource(db, row.resource)
    if (!found || !can(actor, found.nodes.index)) continue
    const { description } = found.resource
    list.push({
      ...row,
      state: read(row.state),
      menu: description.menu,
      title: labelText(pluralLabel(description)),
    })
  }
  return list
}

/** Seam: the call that stores a view checks its state. */
function read(state: unknown) {
  return v.parse(viewState, state)
}
