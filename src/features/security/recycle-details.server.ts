import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { can } from '#src/resource/registry.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { findResourcesOfTable, type RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { namesOf } from '#src/server/crud/table-names.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { visibleDeleted } from '#src/server/history/deleted-scope.server.ts'
import { fieldChanges } from '#src/server/history/history.server.ts'
import { ownedTables } from '#src/server/history/owned.server.ts'
import { ownedStatesAround } from '#src/server/history/owned-states.server.ts'
import { seenValues } from '#src/server/history/seen-values.server.ts'
import type { RowJson } from '#src/server/list/row-json.server.ts'
import { recycleLine } from './lines.server.ts'
import { CONFIG, deletionsSeen } from './seen-lines.server.ts'
import { resourcesByKey } from './watched.server.ts'

/** What is shown in place of a secret. */
export const HIDDEN = '••••••'

type Shown = { field: string; label: string; text: string; secret: boolean }
type Group = { title: string; count: number; names: string[] }

/** Names of rows that one group lists. */
const MOST_NAMES = 20

/** A watched deletion: the row as it was, what went with it, and what pointed to it. @throws AppError 404 */
export async function deletionDetails(db: Db, actor: Actor, id: number) {
  const [line] = await db
    .select()
    .from(recycleLine)
    .where(and(eq(recycleLine.id, id), deletionsSeen(actor)))
  if (!line) throw new AppError(404, m.recycle_lineMissing())
  const set = Number(line.changeSetId)
  const place = (await resourcesByKey(db)).get(line.resource)
  const seen = place && seenBy(place, actor)
  const { fields, labels } = seen ? await contentOf(db, actor, seen, line) : settingContent(line)
  const gone = place
    ? await goneWith(db, actor, place, { set, id: line.rowId })
    : { owned: [], others: [], emptied: [] }
  return { fields, labels, ...gone }
}

async function contentOf(
  db: Db,
  actor: Actor,
  { resource }: RegisteredResource,
  line: typeof recycleLine.$inferSelect,
): Promise<{ fields: Shown[]; labels: Labels }> {
  const set = Number(line.changeSetId)
  const owned = (await ownedStatesAround(db, resource, line.rowId, [set])).get(set)
  const content = { fields: fieldChanges(resource, line.before, null, owned) }
  const { changes, labels } = await seenValues(db, resource, actor, undefined, [content])
  const { timeZone } = await readConfig(db, ['timeZone'])
  const fields = (changes[0]?.fields ?? []).map(({ field, label, before }): Shown => {
    const described = resource.fields.get(field)
    // Seam: the history has values of the field's type.
    const text = described ? valueText(described, before as FieldValue, { labels, timeZone }) : String(before ?? '')
    return { field, label, text, secret: false }
  })
  const secrets = resource.description.fields
    .filter(isSecret)
    .map(({ name, label }): Shown => ({ field: name, label: labelText(label), text: HIDDEN, secret: true }))
  return { fields: [...fields, ...secrets], labels }
}

/** An item of the configuration. Its value may be a secret, and is never shown. */
function settingContent({ resource, before }: typeof recycleLine.$inferSelect): { fields: Shown[]; labels: Labels } {
  if (resource !== CONFIG) return { fields: [], labels: {} }
  const text = (name: string) => String(before[name] ?? '')
  return {
    fields: [
      { field: 'name', label: m.recycle_settingName(), text: text('name'), secret: false },
      { field: 'group', label: m.recycle_settingGroup(), text: text('group'), secret: false },
      { field: 'value', label: m.recycle_settingValue(), text: HIDDEN, secret: true },
    ],
    labels: {},
  }
}

type Deleted = { table: string; id: number; row: RowJson }

/** What the same action has deleted besides the row, and the references that it has emptied. */
async function goneWith(db: Db, actor: Actor, place: RegisteredResource, { set, id }: { set: number; id: number }) {
  const own = place.resource.tableName
  const { rows } = await db.execute<Deleted>(sql`
    select table_name as "table", row_id as id, before as row from change
    where change_set_id = ${set} and operation = 'delete' and not (table_name = ${own} and row_id = ${id}) order by id limit 2000`)
  const parts = await ownedTables(db, [own])
  const isOwned = ({ table, row }: Deleted) =>
    parts.some((part) => part.table === table && part.owner === own && Number(row[part.column]) === id)
  const owned = await groupsOf(db, actor, rows.filter(isOwned), place)
  const others = await groupsOf(
    db,
    actor,
    rows.filter((row) => !isOwned(row) && !parts.some(({ table }) => table === row.table)),
    place,
  )
  const emptied = await db.execute<Deleted>(sql`
    select table_name as "table", row_id as id, before as row from change
    where change_set_id = ${set} and operation = 'update' and exists (
      select from jsonb_each(before) b where b.value = to_jsonb(${id}::bigint) and change.after -> b.key = 'null') order by id limit 2000`)
  return { owned, others, emptied: await groupsOf(db, actor, emptied.rows, place) }
}

/** Rows by table that the actor may see, with their names. Rows of owned tables have no names. */
async function groupsOf(db: Db, actor: Actor, rows: readonly Deleted[], owner: RegisteredResource): Promise<Group[]> {
  const groups: Group[] = []
  for (const [table, ofTable] of Map.groupBy(rows, (row) => row.table)) {
    const places = await findResourcesOfTable(db, table)
    if (places.length === 0) groups.push({ title: partTitle(owner, table), count: ofTable.length, names: [] })
    for (const { resource, nodes } of places) {
      if (!can(actor, nodes.index)) continue
      const asked = ofTable.map(({ id, row }) => ({ id: Number(id), row }))
      const seen = await visibleDeleted(db, resource, actor, asked)
      const visible = asked.filter(({ id }) => seen.has(id))
      if (visible.length === 0) continue
      const column = resource.columnName(resource.description.rowTitle)
      const names = visible.slice(0, MOST_NAMES).map(({ id, row }) => String(row[column] ?? `#${id}`))
      groups.push({ title: labelText(pluralLabel(resource.description)), count: visible.length, names })
    }
  }
  return groups
}

/** An owned table is named by the field that shows its rows. */
function partTitle({ resource }: RegisteredResource, table: string): string {
  const part = resource.owns?.find((one) => getTableName(one.table) === table)
  const field = part?.fields.find((name) => resource.label(name) !== undefined)
  return (field && resource.label(field)) ?? labelText(namesOf(table).title)
}
