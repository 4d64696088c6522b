import { getTableName, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { resourceField, resourcePlace } from '#src/db/watch.table.server.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { nodesOf } from '#src/resource/registry.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Owned, Resource } from '../crud/resource.server.ts'

type Place = typeof resourcePlace.$inferInsert
type FieldPlace = typeof resourceField.$inferInsert

/** What is recorded and is no resource of the kit. */
const others: readonly Place[] = [
  { resource: 'config', tableName: 'config', titleColumn: 'name', node: 'routine/config/index', onlyRows: {} },
]

/**
 * Tells the database where the rows and fields of the recorded resources in code are, because the logs of deletions and
 * of sensitive data, and the rule of keeping, are read from the history there.
 */
export async function placeResources(tx: Db, resources: readonly Resource[]): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct name_of_table(c.oid) as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where f.proname = 'record_change'`)
  const recorded = new Set(rows.map(({ name }) => name))
  const known = resources.filter(({ tableName }) => recorded.has(tableName))
  const places = [...known.map(placeOf), ...others]
  const keys = places.map(({ resource }) => resource)
  await tx.delete(resourcePlace).where(notInArray(resourcePlace.resource, keys))
  await tx.delete(resourceField)
  await tx
    .insert(resourcePlace)
    .values(places)
    .onConflictDoUpdate({
      target: resourcePlace.resource,
      set: {
        tableName: sql`excluded.table_name`,
        titleColumn: sql`excluded.title_column`,
        node: sql`excluded.node`,
        onlyRows: sql`excluded.only_rows`,
      },
    })
  const fields = known.flatMap((resource) => fieldsOf(resource, recorded))
  if (fields.length > 0) await tx.insert(resourceField).values(fields)
}

function placeOf({ description, tableName, columnNames, only = {} }: Resource): Place {
  const titleColumn = columnNames.get(description.rowTitle) ?? 'id'
  return { resource: description.key, tableName, titleColumn, node: nodesOf(description).index, onlyRows: only }
}

/** The fields of a resource whose values, or the fact that they changed, the history has. */
function fieldsOf({ description, columnNames, owns = [] }: Resource, recorded: ReadonlySet<string>): FieldPlace[] {
  return description.fields.flatMap((field, at): FieldPlace[] => {
    const base = { resource: description.key, field: field.name, node: field.node ?? null, place: at + 1 }
    const secret = isSecret(field)
    const own = columnNames.get(field.name)
    if (own !== undefined) return [{ ...base, kind: secret ? 'secret' : 'own', columnName: own }]
    const owned = owns.find(({ fields }) => fields.includes(field.name))
    if (!owned) return []
    const part = getTableName(owned.table)
    const place = { ...base, part, partOwner: columnName(owned.owner), columnName: columnIn(owned, field.name) }
    if (secret) return [{ ...place, kind: 'secret' }]
    return recorded.has(part) ? [{ ...place, kind: owned.kind === 'one' ? 'one' : 'list' }] : []
  })
}

function columnIn({ columns }: Owned, field: string): string {
  const column = columns[field]
  return column ? columnName(column) : ''
}
