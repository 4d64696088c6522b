import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CellField, Field } from '#src/resource/description.ts'
import { descriptionSchema, type RuntimeDescription } from '#src/resource/description-schema.ts'
import { addressesIn, relationTarget } from '#src/resource/field-traits.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { allNodes, isRegistered, standardVerbs, verbNodes } from '#src/resource/registry.ts'
import { runtimeComponent } from '#src/resource/runtime-component.ts'
import { AppError, invalid, stale } from '#src/server/errors.server.ts'
import { attachFileTrigger, detachFileTrigger } from '#src/server/files/file-triggers.server.ts'
import { parsed } from '#src/server/parsed.server.ts'
import { lockOrder } from '#src/server/write/order-lock.server.ts'
import { resourceDescription } from './description.table.server.ts'
import { unfitName } from './own-tables.server.ts'
import { dropGuards, guardRelations } from './runtime-guards.server.ts'
import { labelFields, relationsIn, targetOf, templateNames } from './runtime-resource.server.ts'
import { ACCOUNTS, type ColumnNames, columnFor, misfits, tableFacts, unusable } from './runtime-table.server.ts'

type Given = {
  tableName: string
  scopeField: string | null
  description: unknown
  /** By field: its column, where that is not the name of the field in snake case. */
  columns?: ColumnNames
  /** Of the menu. */
  icon?: string
}

/** Keys that are taken, because the product's own endpoints begin with them. */
export const controllers = ['crud', 'find', 'history', 'job', 'menu', 'resource', 'session', 'terminal', 'user', 'view']

/** Paths of the back office that are no menus. A menu there would never be seen. */
const PAGES = /^(login|loading|iframe)(\/|$)/

/** Stores a description and adds its menu, its nodes and the guards of its relations. @throws AppError 409, 422 */
export async function addRuntimeResource(tx: Db, given: Given): Promise<{ id: number; version: number }> {
  const description = await checked(tx, given)
  await assertFree(tx, description)
  const [added] = await tx
    .insert(resourceDescription)
    .values({
      key: description.key,
      tableName: given.tableName,
      scopeField: given.scopeField,
      description,
      columns: given.columns ?? {},
    })
    .returning({ id: resourceDescription.id, version: resourceDescription.version })
  if (!added) throw new Error('insert returned no row')
  await guardRelations(tx, given.tableName, description, { columns: given.columns })
  await trackFiles(tx, given.tableName, description, given.columns)
  await forgetSecrets(tx, given.tableName)
  await addRules(tx, description, given.icon ?? '')
  return added
}

/** @throws AppError 422 when the product, or another stored description, has the key or the menu */
export async function assertFree(tx: Db, { key, menu }: RuntimeDescription): Promise<void> {
  const [stored] = await tx
    .select({ id: resourceDescription.id })
    .from(resourceDescription)
    .where(eq(resourceDescription.key, key))
  if (isRegistered(key) || controllers.includes(key) || stored)
    throw invalid({ 'description.key': [m.description_taken({ name: key })] })
  const [taken] = await tx
    .select({ id: rule.id })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.name, menu)))
  if (taken || allNodes().includes(menu) || PAGES.test(menu))
    throw invalid({ 'description.menu': [m.description_menuTaken({ name: menu })] })
}

/** Changes titles, fields and scope of a description. Key, table and menu must stay. @throws AppError 404, 409, 422 */
export async function editRuntimeResource(
  tx: Db,
  { id, version, ...given }: Partial<Given> & { id: number; version?: number },
) {
  const [row] = await tx.select().from(resourceDescription).where(eq(resourceDescription.id, id)).for('update')
  if (!row) throw new AppError(404, m.error_rowMissing())
  if (version !== undefined && version !== row.version) throw stale(row)
  const { icon, ...stored } = given
  const { tableName, scopeField, columns } = row
  const next = { tableName, scopeField, columns, description: row.description, ...stored }
  const description = await checked(tx, next)
  const known = v.safeParse(descriptionSchema, row.description)
  const moved = known.success && known.output.menu !== description.menu
  if (description.key !== row.key || next.tableName !== row.tableName || moved)
    throw invalid({ description: [m.description_keyFixed()] })
  const [saved] = await tx
    .update(resourceDescription)
    .set({ scopeField: next.scopeField, columns: next.columns, description })
    .where(eq(resourceDescription.id, id))
    .returning({ version: resourceDescription.version })
  await guardRelations(tx, row.tableName, description, { columns: next.columns })
  await trackFiles(tx, row.tableName, description, next.columns)
  await forgetSecrets(tx, row.tableName)
  const [was, is] = [known.success ? titlesOf(known.output) : undefined, titlesOf(description)]
  const isSame = was?.title === is.title && was.titleEn === is.titleEn
  // A menu that somebody has renamed keeps its name until the screen gets another one.
  const shown = { ...(isSame ? {} : is), ...(icon === undefined ? {} : { icon }) }
  const menu = and(eq(rule.area, 'admin'), eq(rule.name, description.menu))
  if (Object.keys(shown).length > 0) await tx.update(rule).set(shown).where(menu)
  const [found] = await tx.select({ id: rule.id }).from(rule).where(menu)
  if (found) await alignButtons(tx, found.id, description)
  return { id, version: saved?.version ?? row.version }
}

/**
 * Deletes descriptions, with their menus and the permissions that roles hold. The tables stay.
 * @param keepFiles the files in their rows count as used all the same, because the screens may come back
 * @throws AppError 404
 */
export async function deleteRuntimeResource(tx: Db, ids: readonly number[], keepFiles = false): Promise<number> {
  const wanted = [...new Set(ids)]
  const gone = await tx
    .delete(resourceDescription)
    .where(anyOf(resourceDescription.id, wanted))
    .returning({ table: resourceDescription.tableName, description: resourceDescription.description })
  if (gone.length < wanted.length) throw new AppError(404, m.error_rowMissing())
  for (const { table, description } of gone) {
    await dropGuards(tx, table)
    if (!keepFiles) await detachFileTrigger(tx, table)
    const parsed = v.safeParse(descriptionSchema, description)
    if (!parsed.success) continue
    const { menu } = parsed.output
    const buttons = standardVerbs.map((verb) => `${menu}/${verb}`)
    await tx.delete(rule).where(and(eq(rule.area, 'admin'), inArray(rule.name, buttons)))
    await tx.delete(rule).where(and(eq(rule.area, 'admin'), eq(rule.name, menu), eq(rule.builtIn, false)))
  }
  return gone.length
}

/** Makes the database keep where files are used in the rows. */
async function trackFiles(
  tx: Db,
  table: string,
  { fields }: RuntimeDescription,
  names: ColumnNames = {},
): Promise<void> {
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  const columns = (fields as readonly Field[]).filter(addressesIn).map(({ name }) => columnFor(names, name))
  if (await attachFileTrigger(tx, table, columns)) return
  throw invalid({ description: [m.description_unguarded({ name: columns.join(), target: 'attachment' })] })
}

/** A column may have been recorded before its field became a password. */
async function forgetSecrets(tx: Db, table: string): Promise<void> {
  await tx.execute(sql`select forget_secrets(${table}, secret_columns(${table}))`)
}

async function checked(tx: Db, { tableName, scopeField, description, columns }: Given): Promise<RuntimeDescription> {
  const stored = await checkDescription(tx, { scopeField, description })
  const facts = await tableFacts(tx, tableName)
  if (!facts) throw invalid({ tableName: [m.description_noTable({ name: tableName })] })
  const unfit = unfitName(tableName)
  if (unfit !== undefined) throw invalid({ tableName: [unfit] })
  const wrong = misfits(stored, facts, columns)
  if (wrong.length > 0) throw invalid({ description: wrong })
  const strange = unusable(stored, facts, columns)
  if (Object.keys(strange).length > 0) throw invalid(strange)
  return stored
}

/**
 * Checks a description as far as that is possible without its table.
 * @throws AppError 422
 */
export async function checkDescription(
  tx: Db,
  { scopeField, description }: Pick<Given, 'scopeField' | 'description'>,
): Promise<RuntimeDescription> {
  const { description: stored } = parsed(v.object({ description: descriptionSchema }), { description })
  for (const { field } of relationsIn(stored)) {
    const pointed = relationTarget(field)
    if (!pointed) continue
    const { resource, template, tree } = pointed
    const target = await targetOf(tx, resource, stored)
    if (!target) throw invalid({ description: [m.description_noResource({ name: resource })] })
    const isTree = target.tree === true
    if ((tree || isCheckTree(field)) && !(tree && isTree))
      throw invalid({ description: [m.description_flat({ name: field.name, resource })] })
    const shown = resource === ACCOUNTS.resource ? new Set() : labelFields(target)
    const unseen = templateNames(template).find((name) => !shown.has(name))
    if (unseen !== undefined) throw invalid({ description: [m.description_template({ name: unseen, resource })] })
  }
  const owner = stored.fields.find((field) => field.name === scopeField)
  const pointed = owner && relationTarget(owner)
  const fits = pointed?.resource === 'organization' && !pointed.many
  if (scopeField !== null && !fits) throw invalid({ scopeField: [m.description_scope({ name: scopeField })] })
  return stored
}

function isCheckTree(field: Field | CellField): boolean {
  return 'look' in field && field.look === 'checkboxes'
}

/** What the menu of a runtime resource and its buttons have in common. */
const ownRule = { area: 'admin', extend: 'none', builtIn: false } as const

function titlesOf(description: RuntimeDescription) {
  const label = pluralLabel(description)
  return { title: labelText(label, 'zh-cn'), titleEn: labelText(label, 'en') }
}

/** Adds the menu of a screen, and the buttons that roles are granted. */
async function addRules(tx: Db, description: RuntimeDescription, icon: string): Promise<void> {
  const { key, menu } = description
  const component = runtimeComponent(key)
  const id = await addMenu(tx, { type: 'menu', name: menu, ...titlesOf(description), icon, component })
  await alignButtons(tx, id, description)
}

type NewMenu = {
  type: 'menu' | 'menu_dir'
  name: string
  title: string
  titleEn: string
  icon: string
  component?: string
}

/** Adds a menu below the directory that its name begins with, at the end. @returns its id. @throws AppError 409 */
export async function addMenu(tx: Db, menu: NewMenu): Promise<number> {
  const { name, type } = menu
  const directory = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : ''
  const [above] = await tx
    .select({ id: rule.id })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.name, directory), eq(rule.type, 'menu_dir')))
  await lockOrder(tx, { key: 'rule', tree: true }, [above?.id])
  const sortKey = await lastPlace(tx, above?.id ?? null)
  const page = type === 'menu' ? ({ menuType: 'tab', path: name, keepalive: true } as const) : {}
  const [added] = await tx
    .insert(rule)
    .values({ ...ownRule, ...menu, ...page, pid: above?.id ?? null, sortKey })
    .onConflictDoNothing()
    .returning({ id: rule.id })
  if (!added) throw new AppError(409, m.description_menuTaken({ name }), { reason: 'state' })
  return added.id
}

/** Gives a menu one button for each verb of its description: missing ones are added, others are deleted. */
async function alignButtons(tx: Db, pid: number, description: RuntimeDescription): Promise<void> {
  const wanted = verbNodes(description)
  const names = standardVerbs.map((verb) => `${description.menu}/${verb}`)
  const buttons = and(eq(rule.area, 'admin'), eq(rule.type, 'button'), inArray(rule.name, names))
  const found = await tx.select({ name: rule.name }).from(rule).where(buttons)
  await tx.delete(rule).where(
    and(
      buttons,
      notInArray(
        rule.name,
        wanted.map(({ node }) => node),
      ),
    ),
  )
  for (const { verb, node: name } of wanted.filter(({ node }) => !found.some((one) => one.name === node))) {
    const sortKey = await lastPlace(tx, pid)
    await tx.insert(rule).values({ ...ownRule, pid, type: 'button', title: `button_${verb}`, name, sortKey })
  }
}

async function lastPlace(tx: Db, pid: number | null): Promise<string> {
  const siblings = and(eq(rule.area, 'admin'), pid === null ? isNull(rule.pid) : eq(rule.pid, pid))
  const [last] = await tx
    .select({ key: sql<string | null>`max(${rule.sortKey})` })
    .from(rule)
    .where(siblings)
  return generateKeyBetween(last?.key ?? null, null)
}
