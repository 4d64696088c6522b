import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { allResources, type RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { CONFIG } from './seen-lines.server.ts'

/** A resource whose history is recorded, in the language of the request. */
export type Watchable = {
  resource: string
  title: string
  fields: { field: string; label: string; secret: boolean }[]
}

/** All resources that rules may watch: those with a change history, in code and of the database. */
export async function watchables(db: Db): Promise<Watchable[]> {
  const { rows } = await db.execute<{ resource: string; field: string | null }>(sql`
    select p.resource, f.field from resource_places p left join (select distinct resource, field from resource_fields) f using (resource)`)
  const places = Map.groupBy(rows, ({ resource }) => resource)
  const found = (await allResources(db)).flatMap(({ resource: { description } }): Watchable[] => {
    const place = places.get(description.key)
    if (!place) return []
    const recorded = new Set(place.map(({ field }) => field))
    const fields = description.fields.filter(({ name }) => recorded.has(name))
    return [{ resource: description.key, title: labelText(pluralLabel(description)), fields: fields.map(named) }]
  })
  return [...found, { resource: CONFIG, title: m.menu_config(), fields: [] }]
}

function named(field: Field) {
  return { field: field.name, label: labelText(field.label), secret: isSecret(field) }
}

/** All resources by key, to name what logs and rules point to. */
export async function resourcesByKey(db: Db): Promise<ReadonlyMap<string, RegisteredResource>> {
  return new Map((await allResources(db)).map((one) => [one.resource.key, one]))
}

/** The title of a resource for users; its key when it is gone. */
export function titleOfResource(known: ReadonlyMap<string, RegisteredResource>, key: string): string {
  const found = known.get(key)
  if (found) return labelText(pluralLabel(found.resource.description))
  return key === CONFIG ? m.menu_config() : key
}

/** The label of a field of a resource; its name when it is gone. */
export function labelOfField(known: ReadonlyMap<string, RegisteredResource>, key: string, field: string): string {
  return known.get(key)?.resource.label(field) ?? field
}
