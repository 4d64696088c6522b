import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { relationTarget } from '#src/resource/field-traits.ts'
import { type OwnDefinition, ownField } from '#src/resource/own-setting.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'

/** Choices of one page. */
const PAGE = 10

export type ChoicesAsked = { quickSearch: string; page: number; values: readonly number[] }

/** Why an own item with relations cannot have a value: a row is missing, or outside of the actor's data scope. */
export async function refuseMissingRelation(
  db: Db,
  actor: Actor,
  own: OwnDefinition | undefined,
  value: unknown,
): Promise<string | undefined> {
  const target = own && relationTarget(ownField('', own))
  const values = [...new Set([value].flat().filter((one) => typeof one === 'number'))]
  if (!target || values.length === 0) return undefined
  const found = await recordsToChoose(db, actor, target.resource, { quickSearch: '', page: 1, values })
  return found.list.length === values.length ? undefined : m.error_rowMissing()
}

/** The rows of a resource that an item can name, within the actor's data scope. */
export async function recordsToChoose(db: Db, actor: Actor, key: string, { quickSearch, page, values }: ChoicesAsked) {
  const registered = await findResource(db, key)
  if (!registered) return { list: [], more: false }
  const { resource } = registered
  const wanted = values.length > 0 ? inArray(idOf(resource), [...values]) : undefined
  const title = titleOf(resource)
  const search = quickSearch === '' ? undefined : ilike(title, `%${quickSearch.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const only: SQL[] = Object.entries(resource.only ?? {}).flatMap(([name, fixed]) => {
    const column = resource.columns[name]
    return column ? [eq(column, fixed)] : []
  })
  const rows = await db
    .select({ value: sql<number>`${idOf(resource)}`.mapWith(Number), label: sql<string>`${title}::text` })
    .from(resource.table)
    .where(and(scope(actor, resource.scope), wanted, search, ...only))
    .orderBy(title, idOf(resource))
    .limit(values.length > 0 ? values.length : PAGE + 1)
    .offset(values.length > 0 ? 0 : (page - 1) * PAGE)
  if (values.length > 0) return { list: rows, more: false }
  return { list: rows.slice(0, PAGE), more: rows.length > PAGE }
}

function idOf({ columns }: Resource) {
  const { id } = columns
  if (!id) throw new Error('a resource has no id')
  return id
}

function titleOf({ columns, description }: Resource) {
  return columns[description.rowTitle] ?? columns.id ?? sql`''`
}
