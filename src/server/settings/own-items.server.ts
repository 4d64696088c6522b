import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import type { Json, JsonObject } from '#src/lib/json.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { type OwnDefinition, ownDefinition, ownField } from '#src/resource/own-setting.ts'
import { fromTable } from '../cache/table-cache.server.ts'

export type StoredSetting = {
  id: number
  name: string
  group: string
  value: unknown
  version: number
  /** Of an own item. */
  own: OwnDefinition | undefined
}

/** The stored settings by name, with what own items are. While nothing changes, every call returns the same map. */
export const storedRows = fromTable('config', loadRows)

/** The same, always from the database: for writes. The items of a module that is disabled are not among them. */
export async function loadRows(db: Db): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await db
    .select({
      id: config.id,
      name: config.name,
      group: config.group,
      value: config.value,
      version: config.version,
      definition: config.definition,
    })
    .from(config)
    .where(sql`definition is null or not definition ? 'off'`)
  return new Map(
    rows.map(({ definition, ...row }) => {
      const own = v.safeParse(ownDefinition, definition)
      return [row.name, { ...row, own: own.success ? own.output : undefined }]
    }),
  )
}

/**
 * The value of an item that the site has added. Undefined when there is no such item, when its value does not fit the
 * schema, and for secrets.
 */
export async function readOwnItem<S extends v.GenericSchema>(
  db: Db,
  name: string,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const row = (await storedRows(db)).get(name)
  if (!row?.own || isSecret(ownField(name, row.own))) return undefined
  const parsed = v.safeParse(schema, row.value)
  return parsed.success ? parsed.output : undefined
}

/** The own items that everybody may read, by name. */
export async function publicItems(db: Db): Promise<JsonObject> {
  const rows = [...(await storedRows(db)).values()]
  const open = rows.filter(({ name, own }) => own?.public && !isSecret(ownField(name, own)))
  // Seam: the column is JSON.
  return Object.fromEntries(open.map(({ name, value }) => [name, value as Json]))
}
