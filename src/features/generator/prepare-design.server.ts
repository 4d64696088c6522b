import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { assertFree, checkDescription } from '#src/features/resources/runtime-write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { AppError, invalid, stale } from '#src/server/errors.server.ts'
import type { Design } from './design.schema.ts'
import { designErrors } from './design-errors.server.ts'
import { crudLog } from './generation.table.server.ts'
import { type DesignPlan, isOwnTable, planChange, planCreation } from './plan.server.ts'
import { ASIDE, columnIn } from './steps.server.ts'
import { type StoredDesign, storedDesign } from './stored-design.server.ts'

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
  const description = await checkDescription(tx, given)
  const design: Design = { ...given, description }
  const errors = designErrors(design)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const columns = description.fields.map(({ name }) => columnIn(design, name))
  const twice = description.fields.find((_field, at) => columns.indexOf(columns[at] ?? '') !== at)
  if (twice) throw invalid({ [`columns.${twice.name}`]: [m.description_twice({ name: columnNameOf(twice.name) })] })
  const reserved = columns.findIndex((column) => column.startsWith(ASIDE) || column === 'search_grams')
  if (reserved >= 0)
    throw invalid({
      [`description.fields.${reserved}.name`]: [m.generator_reserved({ name: columns[reserved] ?? '' })],
    })
  const token = await tokenOf(tx, design.tableName)
  if (!base) {
    await assertNew(tx, design)
    return { design, before: undefined, plan: planCreation(design, token) }
  }
  const before = await storedDesign(tx, base.key, lock)
  if (!before) throw new AppError(404, m.error_rowMissing())
  if (before.version !== base.version) throw stale({ version: before.version })
  assertSame(before.design, design)
  return { design, before, plan: await planChange(tx, before.design, design, token) }
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

async function assertNew(tx: Db, { tableName, description }: Design): Promise<void> {
  await assertFree(tx, description)
  if (!OWN_TABLE.test(tableName)) throw invalid({ tableName: [m.generator_tableName()] })
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select to_regclass(${`public.${tableName}`}) is not null as taken`,
  )
  if (rows[0]?.taken) throw invalid({ tableName: [m.generator_tableTaken({ name: tableName })] })
}

/** Key, menu and table name permissions, views and links: they stay, and so does whether the rows are a tree. */
function assertSame(before: Design, after: Design): void {
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
    const old = sourceField(was, after, field.name)
    if (old && old.type !== field.type) throw invalid({ [`columns.${field.name}`]: [m.generator_typeFixed()] })
  }
}

function sourceField({ fields }: RuntimeDescription, { columns }: Design, name: string) {
  const from = columns[name]?.from
  return fields.find((field) => field.name === (from === undefined ? name : from))
}
