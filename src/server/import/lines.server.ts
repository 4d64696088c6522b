import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { LineColumns } from '../crud/import-writer.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import type { ImportPlan } from './plan.server.ts'

/**
 * A resource as its files show it. Where a line of a file is not a row, the columns of the line stand in for the
 * fields, so that reading, guessing, previews, templates and returned files need not know the difference.
 */
export async function fileResource(db: Db, registered: RegisteredResource, actor: Actor): Promise<RegisteredResource> {
  const { resource } = registered
  const own = resource.write?.import ?? resource.write?.file
  if (!own) return registered
  const { fields, title, relations = {}, synonyms = {}, readers = {}, ...rest } = await own.columns(db, actor)
  const about = { title, relations, synonyms, readers, ...rest }
  return { ...registered, resource: lineResource(resource, seenColumns(fields, actor), about) }
}

function seenColumns(fields: readonly Field[], actor: Actor): Field[] {
  return fields.filter(({ node }) => node === undefined || can(actor, node))
}

type About = { title: string } & Pick<Required<Resource>, 'relations' | 'synonyms' | 'readers'> &
  Pick<LineColumns, 'isForeign' | 'misfit'>

/** Everything else stays the resource's own. Its lists are prepared on first use, so it is not copied. */
function lineResource(resource: Resource, fields: readonly Field[], { title, ...columns }: About): Resource {
  const { tree, sortable, ...plain } = resource.description
  const byName = new Map(fields.map((field) => [field.name, field]))
  const names = new Map(fields.map(({ name }) => [name, name]))
  const label = (name: string) => {
    const field = byName.get(name)
    return field && labelText(field.label)
  }
  return Object.assign(Object.create(resource), {
    description: { ...plain, fields, rowTitle: title },
    fields: byName,
    importable: byName,
    columns: { id: resource.columns.id },
    columnNames: names,
    fieldNames: names,
    columnName: (name: string) => name,
    ...columns,
    label,
  } satisfies Partial<Resource>)
}

/** What is classified and written: rows under the number of an import, read by a plan. */
export type RowsPlace = { importId: number; resource: Resource; plan: ImportPlan }

/**
 * Where the rows of an import are classified: the rows of its file, or the rows that its lines become. These have the
 * negative number of the import, and their values by the columns of the table.
 */
export function rowsPlace({ importId, resource, plan }: RowsPlace): RowsPlace {
  const own = resource.write?.import
  if (!own) return { importId, resource, plan }
  const given = own.gives.flatMap((name) => resource.fields.get(name) ?? [])
  const rows: Resource = Object.assign(Object.create(resource), {
    importable: new Map(given.map((field) => [field.name, field])),
    // A writer of the whole file stands in for the writers of single rows.
    write: own.write ? { import: own } : resource.write,
  } satisfies Partial<Resource>)
  const mapping = given.map(({ name }) => name)
  return { importId: -importId, resource: rows, plan: { ...plan, mapping, keys: [...own.key] } }
}
