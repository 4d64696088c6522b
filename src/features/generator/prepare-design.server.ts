import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { assertFree, checkDescription } from '#src/features/resources/runtime-write.server.ts'
import { BASE } from '#src/features/resources/table-definition.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '#src/server/config.server.ts'
import { apartName, STAMPED } from '#src/server/crud/base-columns.server.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'
import { AppError, invalid, stale } from '#src/server/errors.server.ts'
import { keyColumn } from './adopt.server.ts'
import { baseIn } from './base-columns.server.ts'
import { fieldSource } from './change-text.server.ts'
import type { Design, DesignColumn } from './design.schema.ts'
import { designErrors } from './design-errors.server.ts'
import { type Follower, followedColumn, followersIn, followersOf } from './follow-key.server.ts'
import { crudLog } from './generation.table.server.ts'
import { withEvenOptions } from './option-values.ts'
import { type DesignPlan, planAdoption, planChange, planCreation } from './plan.server.ts'
import { uniquesLeft } from './planned-table.server.ts'
import { becoming, type PossibleRelation, possibleRelations, relationStep } from './possible-relations.server.ts'
import { adoptionFor } from './propose-design.server.ts'
import { ASIDE, columnIn, type TableStep } from './steps.server.ts'
import { type StoredDesign, storedDesign } from './stored-design.server.ts'
import { isOwnTable, learnOrigin } from './table-origin.server.ts'
import { type ReadTable, readTable, rowIdIn } from './table-read.server.ts'

/** What a caller sends: a design, and the stored screen that it changes. */
export type Wanted = {
  design: Omit<Design, 'description'> & { description: object }
  base: { key: string; version: number } | null
}

/** A checked design with what will be done. */
export type PreparedDesign = { design: Design; before: StoredDesign | undefined; plan: DesignPlan }

const OWN_TABLE = /^res_[a-z][a-z0-9_]{0,50}$/

/**
 * Checks a design and plans what makes it true. It reads, and writes nothing.
 * @param lock nobody else changes the screen until the transaction ends
 * @throws AppError 404, 409 when somebody has changed the screen, 422 with messages by the place in the design
 */
export async function prepareDesign(tx: Db, { design: given, base }: Wanted, lock = false): Promise<PreparedDesign> {
  const description = withEvenOptions(await checkDescription(tx, given))
  const before = base ? await storedDesign(tx, base.key, lock) : undefined
  if (base && !before) throw new AppError(404, m.error_rowMissing())
  if (base && before && before.version !== base.version) throw stale({ version: before.version })
  const read = await readTable(tx, given.tableName)
  await learnOrigin(tx, given.tableName)
  const followers = read ? followersOf(read, description.key) : []
  const possible = before ? possibleRelations(read, before.design) : []
  const design = mapped({ ...given, description }, before?.design, followers, possible)
  assertColumns(design, read)
  const token = await tokenOf(tx, design.tableName)
  assertAddable(read, design)
  const { timeZone } = await readConfig(tx, ['timeZone'])
  if (!before) return { design, before, plan: await planNew(tx, read, design, token, timeZone) }
  assertSame(before.design, design, possible)
  const relations = design.description.fields.flatMap((field): [string, TableStep][] => {
    const relation = read && becoming(field, fieldSource(design, field.name), possible)
    return relation ? [[field.name, relationStep(read, relation)]] : []
  })
  const columns = new Set(isOwnTable(design.tableName) ? [] : read?.columns.map(({ name }) => name))
  const around = { token, timeZone, columns, relations: new Map(relations) }
  return { design, before, plan: await planChange(tx, before.design, design, around) }
}

/**
 * A design with the columns of its fields: in a table of others each field keeps its column, whatever its name. In a
 * table of its own the name of a field says its column. A relation by keys has the column of ids that follows them.
 */
function mapped(
  design: Design,
  before: Design | undefined,
  followers: readonly Follower[],
  possible: readonly PossibleRelation[],
): Design {
  const own = isOwnTable(design.tableName)
  const known = new Set(before?.description.fields.map(({ name }) => name))
  const columns = Object.fromEntries(
    Object.entries(design.columns).map(([name, { column: _column, ...rest }]) => [name, rest]),
  )
  if (own) return { ...design, columns }
  const entries = design.description.fields.flatMap((field): [string, DesignColumn][] => {
    const { name } = field
    const source = fieldSource(design, name)
    const isKnown = before && source !== null && known.has(source)
    const column = isKnown
      ? (becoming(field, source, possible)?.column ?? columnIn(before, source))
      : followedColumn(followers, field, columnIn(design, name))
    const one = { ...columns[name], ...(column === columnNameOf(name) ? {} : { column }) }
    return Object.keys(one).length > 0 ? [[name, one]] : []
  })
  // What names no field is refused by its place.
  return { ...design, columns: { ...columns, ...Object.fromEntries(entries) } }
}

/** @throws AppError 422 */
function assertColumns(design: Design, read: ReadTable | undefined): void {
  const { description } = design
  const errors = designErrors(design)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const columns = description.fields.map(({ name }) => columnIn(design, name))
  const twice = description.fields.find((_field, at) => columns.indexOf(columns[at] ?? '') !== at)
  if (twice) throw invalid({ [`columns.${twice.name}`]: [m.description_twice({ name: columnNameOf(twice.name) })] })
  const kept = new Set(['search_grams', ROW_ID, ...STAMPED.map(apartName), ...baseOf(read)])
  const reserved = columns.findIndex((column) => column.startsWith(ASIDE) || kept.has(column))
  if (reserved < 0) return
  throw invalid({ [`description.fields.${reserved}.name`]: [m.generator_reserved({ name: columns[reserved] ?? '' })] })
}

/** The base columns of a table. Columns of others that have the name of one and hold something else are none. */
function baseOf(read: ReadTable | undefined): string[] {
  return read ? [rowIdIn(read), ...baseIn(read).keys()] : Object.keys(BASE)
}

/** Differs for each generation of a table, and is the same for the question and its answer. */
export async function tokenOf(tx: Db, tableName: string): Promise<string> {
  const [last] = await tx
    .select({ id: crudLog.id })
    .from(crudLog)
    .where(eq(crudLog.tableName, tableName))
    .orderBy(desc(crudLog.id))
    .limit(1)
  return (last?.id ?? 0).toString(36)
}

/** The plan of a new screen: with a table of its own, or on one that is there. @throws AppError 422 */
async function planNew(
  tx: Db,
  read: ReadTable | undefined,
  design: Design,
  token: string,
  timeZone: string,
): Promise<DesignPlan> {
  const { tableName, description } = design
  await assertFree(tx, description)
  if (!read) {
    if (!OWN_TABLE.test(tableName)) throw invalid({ tableName: [m.generator_tableName()] })
    const { rows } = await tx.execute<{ taken: boolean }>(
      sql`select to_regclass(${`public.${tableName}`}) is not null as taken`,
    )
    if (rows[0]?.taken) throw invalid({ tableName: [m.generator_tableTaken({ name: tableName })] })
    return planCreation(design, token)
  }
  if (read.key !== null) throw invalid({ tableName: [m.generator_tableTaken({ name: tableName })] })
  const adopted = adoptionFor(read, design)
  if ('refusal' in adopted) throw invalid({ tableName: [adopted.refusal] })
  const columns = [...read.columns.map(({ name }) => name), ...followersIn(read, design).map(({ id }) => id)]
  const uniques = await uniquesLeft(tx, design, read, timeZone)
  return planAdoption(design, new Set(columns), adopted, token, uniques)
}

/** Key, menu and table name permissions, views and links: they stay, and so does whether the rows are a tree. */
function assertSame(before: Design, after: Design, possible: readonly PossibleRelation[]): void {
  const [was, is] = [before.description, after.description]
  const fixed = (place: string, same: boolean) => {
    if (!same) throw invalid({ [place]: [m.description_keyFixed()] })
  }
  fixed('description.key', was.key === is.key)
  fixed('description.menu', was.menu === is.menu)
  fixed('tableName', before.tableName === after.tableName)
  if ((was.tree === true) !== (is.tree === true)) throw invalid({ 'description.tree': [m.generator_treeFixed()] })
  if (isOwnTable(before.tableName)) return
  for (const field of is.fields) {
    const old = was.fields.find(({ name }) => name === fieldSource(after, field.name))
    if (old && old.type !== field.type && !becoming(field, old.name, possible))
      throw invalid({ [`columns.${field.name}`]: [m.generator_typeFixed()] })
  }
}

/**
 * A table of others may have columns that each row must fill: a screen whose rows are added has fields for them.
 * @throws AppError 422
 */
function assertAddable(read: ReadTable | undefined, design: Design): void {
  const { tableName, description } = design
  if (isOwnTable(tableName) || description.verbs?.includes('add') === false) return
  const filled = new Set(description.fields.map(({ name }) => columnIn(design, name)))
  for (const { column } of read ? followersIn(read, design) : []) filled.add(column)
  const key = read && keyColumn(read)?.name
  const base = baseOf(read)
  const needed = read?.columns.filter(
    (column) =>
      !column.nullable &&
      column.default === null &&
      column.identity === null &&
      column.generated === null &&
      column.name !== key &&
      !filled.has(column.name) &&
      !base.includes(column.name),
  )
  const [first] = needed ?? []
  if (first) throw invalid({ 'description.verbs': [m.generator_needed({ name: first.name })] })
}
