import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { areaRelation } from '#src/features/area/area.relation.server.ts'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { Description, Field } from '#src/resource/description.ts'
import { descriptionSchema, type RuntimeDescription } from '#src/resource/description-schema.ts'
import { fitsFile, isNamed, isTable, relationTarget } from '#src/resource/field-traits.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { nodesOf, verbNodes } from '#src/resource/registry.ts'
import { runtimeComponent, runtimeKey } from '#src/resource/runtime-component.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { fromTable } from '#src/server/cache/table-cache.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { columnsOf, type Relation, type ResourceDefinition } from '#src/server/crud/resource.server.ts'
import {
  findResource,
  lookUpWith,
  type RegisteredResource,
  registeredResource,
} from '#src/server/crud/resource-registry.server.ts'
import { forgetStored, nameStored } from '#src/server/crud/table-names.server.ts'
import { resourceDescription } from './description.table.server.ts'
import { ACCOUNTS, misfits, type TableFacts, tableFacts, tableOf, textFields } from './runtime-table.server.ts'

type DescriptionRow = typeof resourceDescription.$inferSelect
/** The table with the rows, and the field that assigns them to organizations. */
type Placed = Pick<DescriptionRow, 'tableName' | 'scopeField' | 'columns'>
type Made = RegisteredResource & { id: number; version: number; time: string; epoch: string }

const made = processCache<Made>()

/**
 * Changes with any stored description. A compiled resource keeps scope and labels of the resources that its relations
 * point to, so it is as old as the last change of one of these.
 */
const epoch = sql<string>`(select concat_ws('.', count(*), sum(all_of.version), max(all_of.id), max(all_of.update_time))
  from resource_description all_of)`

const described = { ...getTableColumns(resourceDescription), epoch }

const byKey = prepared((db) =>
  db
    .select(described)
    .from(resourceDescription)
    .where(and(eq(resourceDescription.key, sql.placeholder('key')), eq(resourceDescription.off, false)))
    .prepare('resource_by_key'),
)
const byTable = prepared((db) =>
  db
    .select(described)
    .from(resourceDescription)
    .where(and(eq(resourceDescription.tableName, sql.placeholder('table')), eq(resourceDescription.off, false)))
    .prepare('resource_by_table'),
)

/**
 * Finds a runtime resource as it is stored now. The row is read each time, so every process serves the same version.
 * The compiled resource is cached until a description changes, also one that its relations point to.
 */
export async function findRuntimeResource(db: Db, by: { key: string } | { table: string }): Promise<Made | undefined> {
  const [row] = 'key' in by ? await byKey(db).execute(by) : await byTable(db).execute(by)
  if (!row) {
    if ('table' in by) forgetStored(by.table)
    return undefined
  }
  const known = made.get(row.key)
  // In another database, id and version may be equal, but the time is different.
  if (
    known?.id === row.id &&
    known.version === row.version &&
    known.time === row.updateTime &&
    known.epoch === row.epoch
  )
    return known
  const served = await compile(db, row)
  if (!served) {
    forgetStored(row.tableName)
    return undefined
  }
  const fresh = { ...served, id: row.id, version: row.version, time: row.updateTime, epoch: row.epoch }
  nameStored(fresh.resource)
  made.set(row.key, fresh)
  return fresh
}

lookUpWith(findRuntimeResource, runtimeResources)

const menuAtPath = prepared((db) =>
  db
    .select({ component: rule.component })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.status, 1), eq(rule.path, sql.placeholder('path'))))
    .prepare('stored_menu_by_path'),
)

/** The components of the menus that are on at a path of the back office. */
export async function componentsAt(db: Db, path: string): Promise<string[]> {
  return (await menuAtPath(db).execute({ path })).map(({ component }) => component)
}

/** The key of the runtime resource that a menu shows at a path of the back office. */
export async function runtimeKeyAt(db: Db, path: string): Promise<string | undefined> {
  return (await componentsAt(db, path)).map(runtimeKey).find((key) => key !== undefined)
}

/** Returns undefined when the table no longer fits, because a partial resource must not be shown. */
async function compile(db: Db, row: DescriptionRow): Promise<RegisteredResource | undefined> {
  const description = v.safeParse(descriptionSchema, row.description)
  const facts = await tableFacts(db, row.tableName)
  if (!description.success || !facts || misfits(description.output, facts, row.columns).length > 0) return undefined
  return resourceOf(db, row, description.output, facts)
}

/** The compiled resource and its nodes, for a description and its table. */
async function resourceOf(
  db: Db,
  row: Placed,
  description: RuntimeDescription,
  facts: TableFacts,
): Promise<RegisteredResource> {
  const bare = bareDefinition(row, description, facts)
  const columns = columnsOf(bare.table)
  const fieldOf = (column: string) => description.fields.find((one) => columns[one.name]?.name === column)?.name
  const uniqueFields = Object.fromEntries(
    facts.uniques.flatMap(({ name, column }) => {
      const field = fieldOf(column)
      return field === undefined ? [] : [[name, field]]
    }),
  )
  const fieldAmong = (about: readonly string[]) => about.map(fieldOf).find((one) => one !== undefined)
  const rules = facts.checks.map(
    ({ name, rule, columns: about }) => [name, { field: fieldAmong(about), rule }] as const,
  )
  const references = facts.references.map(
    ({ name, table, columns: about }) => [name, { field: fieldAmong(about), refers: table }] as const,
  )
  const tableRules = Object.fromEntries(
    [...references, ...rules].flatMap(([name, { field, ...rule }]) =>
      field === undefined ? [] : [[name, { field, ...rule }]],
    ),
  )
  return {
    resource: compileResource({ ...bare, uniqueFields, tableRules, relations: await relationsOf(db, bare) }),
    nodes: nodesOf(bare.description),
  }
}

/** The definition of the resource without its relations. */
function bareDefinition(row: Placed, description: RuntimeDescription, facts: TableFacts): ResourceDefinition {
  const table = tableOf(row.tableName, description, facts, row.columns)
  const texts = textFields(description, facts, row.columns)
  const owner = row.scopeField ? columnsOf(table)[row.scopeField] : undefined
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  return {
    description: description as Description,
    table,
    scope: owner ? { organization: owner } : 'unscoped',
    ...(texts.length > 0 ? { texts } : {}),
  }
}

/**
 * The fields of type `relation` or `area`, by name. A field in the rows of a table in the form is named like
 * `parts.subjectId`.
 */
export function relationsIn({ fields }: Pick<Description, 'fields'>) {
  const all = fields.flatMap((field) => [
    { name: field.name, field },
    ...(isTable(field) ? field.fields.map((cell) => ({ name: `${field.name}.${cell.name}`, field: cell })) : []),
  ])
  return all.filter(({ field }) => isNamed(field))
}

async function relationsOf(db: Db, own: ResourceDefinition): Promise<Record<string, Relation>> {
  const relations: Record<string, Relation> = {}
  for (const { name, field } of relationsIn(own.description)) {
    const pointed = relationTarget(field)
    // The other values with names are the codes of divisions.
    if (!pointed) {
      relations[name] = areaRelation
      continue
    }
    if (pointed.resource === ACCOUNTS.resource) {
      relations[name] = accountRelation({ many: pointed.many })
      continue
    }
    const target =
      pointed.resource === own.description.key
        ? own
        : (registeredResource(pointed.resource)?.resource ?? (await findBareDefinition(db, pointed.resource)))
    if (!target) continue
    // The target may have lost a field since the template was stored.
    const shown = labelFields(target.description)
    const named = templateNames(pointed.template).every((name) => shown.has(name)) ? pointed.template : undefined
    relations[name] = relationTo({
      table: target.table,
      scope: target.scope,
      template: named ?? `{${target.description.rowTitle}}`,
      search: target.description.quickSearch,
      ...(hasCode(target.description) ? { hint: 'code' } : {}),
      order: choiceOrder(target),
      ...(target.description.tree ? { tree: true } : {}),
      ...(pointed.many ? { many: true } : {}),
    })
  }
  return relations
}

/** The order of choices: higher levels of a tree first, then the resource's own order of rows, or their titles. */
function choiceOrder({ table, description: { tree, sortable, rowTitle } }: ResourceDefinition): SQL[] {
  const { path, sortKey, [rowTitle]: title } = columnsOf(table)
  const level = tree && path ? [sql`length(${path}) - length(replace(${path}, '/', ''))`] : []
  const place = (sortable && sortKey) || title
  return [...level, ...(place ? [asc(place)] : [])]
}

/** Whether a code tells rows of equal names apart. */
export function hasCode({ fields, rowTitle }: Description): boolean {
  return rowTitle !== 'code' && fields.some((field) => field.name === 'code' && fitsFile(field))
}

/** The definition of another runtime resource without its relations, because two resources may point to each other. */
async function findBareDefinition(db: Db, key: string): Promise<ResourceDefinition | undefined> {
  const [row] = await byKey(db).execute({ key })
  const description = row && v.safeParse(descriptionSchema, row.description)
  const facts = row && (await tableFacts(db, row.tableName))
  if (!description?.success || !facts || misfits(description.output, facts, row.columns).length > 0) return undefined
  return bareDefinition(row, description.output, facts)
}

/** The description of the resource that a relation points to; undefined when there is none. */
export async function targetOf(db: Db, key: string, own: RuntimeDescription): Promise<Described | undefined> {
  if (key === ACCOUNTS.resource) return { fields: [] }
  return key === own.key ? own : (await findResource(db, key))?.resource.description
}

type Described = {
  readonly tree?: true | undefined
  readonly fields: readonly { readonly name: string; readonly type: Field['type'] }[]
}

/** The names that the template of a label may contain. Nobody reads a password, and tables in a form are no text. */
export function labelFields({ fields }: Described): ReadonlySet<string> {
  return new Set(['id', ...fields.filter(fitsFile).map(({ name }) => name)])
}

/** The names in the template of a label. */
export function templateNames(template = ''): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}

/** All valid stored descriptions of screens that are on, cached until one changes. */
export const runtimeDescriptions = fromTable('resource_description', async (db) => {
  const rows = await db
    .select()
    .from(resourceDescription)
    .where(eq(resourceDescription.off, false))
    .orderBy(asc(resourceDescription.key))
  return rows.flatMap((row) => {
    const parsed = v.safeParse(descriptionSchema, row.description)
    return parsed.success ? [{ ...row, description: parsed.output as Description }] : []
  })
})

/** All runtime resources whose tables fit their descriptions. */
export async function runtimeResources(db: Db): Promise<RegisteredResource[]> {
  const all = await runtimeDescriptions(db)
  const found = await Promise.all(all.map(({ key }) => findRuntimeResource(db, { key })))
  return found.filter((one) => one !== undefined)
}

/** The menu titles of runtime resources, by their component. */
export async function runtimeTitles(db: Db): Promise<Map<string, Record<Locale, string>>> {
  const all = await runtimeDescriptions(db)
  return new Map(
    all.map(({ description }) => {
      const title = pluralLabel(description)
      return [runtimeComponent(description.key), { 'zh-cn': labelText(title, 'zh-cn'), en: labelText(title, 'en') }]
    }),
  )
}

/** The nodes of runtime resources. A super admin holds them in addition to the nodes in code. */
export async function runtimeNodes(db: Db): Promise<string[]> {
  const all = await runtimeDescriptions(db)
  return all.flatMap(({ description }) => [description.menu, ...verbNodes(description).map(({ node }) => node)])
}
