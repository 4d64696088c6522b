import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import { quoted } from '#src/db/statement.server.ts'
import { dropGuards, forgetMissing } from '#src/features/resources/runtime-guards.server.ts'
import {
  addRuntimeResource,
  deleteRuntimeResource,
  editRuntimeResource,
} from '#src/features/resources/runtime-write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError, stale } from '#src/server/errors.server.ts'
import { pgErrorOf } from '#src/server/write/db-errors.server.ts'
import type { Design, GenerationKind } from './design.schema.ts'
import { GENERATION_LOCK, workWithEntry } from './entry-log.server.ts'
import { followInHistory, followRenames, inverse } from './follow-renames.server.ts'
import { crudLog, type GenerationRow } from './generation.table.server.ts'
import type { Kept } from './kept.server.ts'
import { prepareDesign, tokenOf, type Wanted } from './prepare-design.server.ts'
import { goneName, type TableStep } from './steps.server.ts'
import { bringMenuBack, columnMap, keepButtons, keepMenu, storedDesign } from './stored-design.server.ts'
import { isOwnTable } from './table-origin.server.ts'

/**
 * Who generates, in a recorded transaction. `within`: it is part of something that has a log of its own, so the entry
 * of the generator's log comes with the transaction, and the files of removed rows are kept.
 */
export type Generating = { db: Database; tx: Db; actor: Actor; within?: true }

type Entry = Pick<GenerationRow, 'key' | 'tableName' | 'title' | 'titleEn' | 'kind' | 'before' | 'after' | 'ofId'> & {
  kept?: Kept
}

const generations = ['create', 'change', 'remove'] as const

/** How long a generation waits for those who use its table. Whoever comes behind it waits as well. */
const LOCK_TIMEOUT = '4s'

/**
 * Makes a design true: table, indexes, triggers, description, menu and buttons, in the transaction.
 * @param plan the digest of the plan that was shown
 * @throws AppError 409 when something has changed since then, 422
 */
export async function generate(
  by: Generating,
  wanted: Wanted & { plan: string },
): Promise<{ id: number; design: Design }> {
  const { tx } = by
  const { design, before, plan } = await prepareDesign(tx, wanted, true)
  if (plan.digest !== wanted.plan) throw new AppError(409, m.generator_planChanged(), { reason: 'changed' })
  const after = settled(design)
  const entry = {
    ...entryOf(before ? 'change' : 'create', after, before?.design ?? null, after),
    kept: {
      renames: plan.renames,
      history: plan.history,
      menu: before ? await keepButtons(tx, before.design, after) : [],
    },
  }
  const id = await logged(by, entry, plan, async () => {
    if (before && plan.moves) await dropGuards(tx, design.tableName)
    await run(tx, plan.up)
    if (before) await editRuntimeResource(tx, { id: before.id, ...given(after) })
    else await addRuntimeResource(tx, given(after))
    await followRenames(tx, after, plan.renames)
    await run(tx, plan.history.forth)
  })
  return { id, design: after }
}

/** A design as it is once it is true: where its fields came from no longer matters. */
function settled(design: Design): Design {
  const columns = Object.entries(design.columns).map(([name, { from: _from, ...rest }]) => [name, rest] as const)
  return { ...design, columns: Object.fromEntries(columns.filter(([, rest]) => Object.keys(rest).length > 0)) }
}

function given(design: Design) {
  const { tableName, scopeField, description, icon } = design
  return { tableName, scopeField, description, icon, columns: columnMap(design) }
}

function entryOf(
  kind: GenerationKind,
  of: Design,
  before: Design | null,
  after: Design | null,
  ofId: number | null = null,
): Entry {
  const { description, tableName } = of
  const title = description.plural ?? description.title
  const titles = { title: labelText(title, 'zh-cn'), titleEn: labelText(title, 'en') }
  return { key: description.key, tableName, ...titles, kind, before, after, ofId }
}

/**
 * Takes the newest generation of a screen back, or brings back the last one that was taken back.
 * @returns the key of the screen, if it is there then
 * @throws AppError 404, 409
 */
export async function undoGeneration(by: Generating, id: number): Promise<{ id: number; design: Design | null }> {
  const { tx } = by
  const [entry] = await tx.select().from(crudLog).where(eq(crudLog.id, id))
  if (!entry) throw new AppError(404, m.error_rowMissing())
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${entry.tableName}))`)
  const back = entry.state === 'undone'
  await assertTurn(tx, entry, back)
  const [from, to] = back ? [entry.before, entry.after] : [entry.after, entry.before]
  const statements = back ? entry.again : entry.down
  const of = to ?? from
  if (!of) throw new Error(`Entry ${id} of the log has no design`)
  const done = entryOf(back ? 'redo' : 'undo', of, from, to, entry.id)
  const step: TableStep = { up: statements, down: [], again: [] }
  const made = await logged(by, done, step, async (own) => {
    await turn(by, entry, { from, to, statements }, own)
    await tx
      .update(crudLog)
      .set({ state: back ? 'success' : 'undone' })
      .where(eq(crudLog.id, entry.id))
    await markEarlier(tx, entry, back)
  })
  return { id: made, design: to }
}

/** While a screen is removed, what made it is marked so. */
async function markEarlier(tx: Db, entry: GenerationRow, back: boolean): Promise<void> {
  if (entry.kind !== 'remove') return
  const [was, is] = back ? (['success', 'delete'] as const) : (['delete', 'success'] as const)
  await tx
    .update(crudLog)
    .set({ state: is })
    .where(
      and(
        eq(crudLog.tableName, entry.tableName),
        eq(crudLog.state, was),
        inArray(crudLog.kind, [...generations]),
        lt(crudLog.id, entry.id),
      ),
    )
}

type Turn = { from: Design | null; to: Design | null; statements: readonly string[] }

/** Makes the database and the description what they were, or what they were to become. */
async function turn(
  { tx, within }: Generating,
  entry: GenerationRow,
  { from, to, statements }: Turn,
  own: number,
): Promise<void> {
  if (from && to) {
    const stored = await storedDesign(tx, entry.key, true)
    if (!stored) throw new AppError(409, m.generator_gone(), { reason: 'changed' })
    const { renames = [], history, menu = [] } = entry.kept ?? {}
    const lost = await keepButtons(tx, from, to)
    await dropGuards(tx, entry.tableName)
    await run(tx, statements)
    await forgetMissing(tx, entry.tableName, to.description, columnMap(to))
    const { icon, ...next } = given(to)
    await editRuntimeResource(tx, { id: stored.id, ...next, ...(icon === from.icon ? {} : { icon }) })
    await bringMenuBack(tx, { menu })
    await tx
      .update(crudLog)
      .set({ kept: { ...entry.kept, menu: lost } })
      .where(eq(crudLog.id, entry.id))
    const back = entry.state === 'undone'
    const names = back ? renames : inverse(renames)
    await followRenames(tx, to, names)
    if (history) await run(tx, back ? history.forth : history.back)
    else await followInHistory(tx, to.tableName, names)
  } else if (from) {
    await removeScreen(tx, from, [own, entry.id], within)
    await run(tx, statements)
  } else if (to) {
    await run(tx, statements)
    await forgetMissing(tx, entry.tableName, to.description, columnMap(to))
    await addRuntimeResource(tx, given(to))
    if (entry.kept) await bringMenuBack(tx, entry.kept)
  }
}

/** Deletes the description and its menu, and keeps at an entry of the log what brings them back. */
async function removeScreen(tx: Db, design: Design, entries: number[], keepFiles = false): Promise<void> {
  const stored = await storedDesign(tx, design.description.key, true)
  if (!stored) throw new AppError(409, m.generator_gone(), { reason: 'changed' })
  await refusePointed(tx, design)
  const kept: Kept = await keepMenu(tx, design)
  await tx.update(crudLog).set({ kept }).where(inArray(crudLog.id, entries))
  await deleteRuntimeResource(tx, [stored.id], keepFiles)
}

/**
 * Removes a screen. Its table stays, or is set aside with its rows: an undo brings both back.
 * @throws AppError 404, 409 when another screen points to its rows
 */
export async function removeGenerated(
  by: Generating,
  { key, version, table }: { key: string; version: number; table: boolean },
): Promise<{ id: number }> {
  const { tx } = by
  const stored = await storedDesign(tx, key, true)
  if (!stored) throw new AppError(404, m.error_rowMissing())
  if (stored.version !== version) throw stale({ version: stored.version })
  const { design } = stored
  if (table && !isOwnTable(design.tableName)) throw new AppError(409, m.generator_foreignStays(), { reason: 'state' })
  const entry = entryOf('remove', design, design, null)
  const token = await tokenOf(tx, design.tableName)
  const [own, aside] = [quoted(design.tableName), quoted(goneName(token, design.tableName))]
  const [go, come] = [[`alter table ${own} rename to ${aside}`], [`alter table ${aside} rename to ${own}`]]
  const step: TableStep = table ? { up: go, down: come, again: go } : { up: [], down: [], again: [] }
  const id = await logged(by, entry, step, async (made) => {
    await removeScreen(tx, design, [made], by.within)
    await run(tx, step.up)
    const [row] = await tx.select().from(crudLog).where(eq(crudLog.id, made))
    if (row) await markEarlier(tx, row, true)
  })
  return { id }
}

/**
 * Among the tables of other programs references were there before screens: only those count that a screen shows.
 * @throws AppError 409 when rows of other tables point to rows of this one
 */
async function refusePointed(tx: Db, { tableName, description }: Design): Promise<void> {
  const shown = sql`exists (select from resource_description where table_name = name_of_table(conrelid)
    and jsonb_path_exists(description, '$.fields.**.resource ? (@ == $key)', jsonb_build_object('key', ${description.key}::text)))`
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = table_named(${tableName}) and conrelid <> confrelid
      and ${isOwnTable(tableName) ? sql`true` : shown}
    union select split_part(encode(tgargs, 'escape'), '\\000', 1) from pg_trigger t join pg_proc p on p.oid = tgfoid
    where tgrelid = table_named(${tableName}) and p.proname in ('protect_array_reference', 'protect_json_reference')
      and split_part(encode(tgargs, 'escape'), '\\000', 1) <> encode(convert_to(${tableName}, 'UTF8'), 'escape')`)
  if (rows.length > 0)
    throw new AppError(
      409,
      m.generator_pointedAt({ tables: rows.map(({ name }) => name).join(m.crud_listSeparator()) }),
      {
        reason: 'referenced',
      },
    )
}

/**
 * Generations are taken back one by one, the newest first. One that was taken back comes back where it was made: on the
 * one that it builds on. @throws AppError 409
 */
async function assertTurn(tx: Db, entry: GenerationRow, back: boolean): Promise<void> {
  if (entry.state !== (back ? 'undone' : 'success') || !isGeneration(entry.kind))
    throw new AppError(409, m.generator_notUndoable(), { reason: 'state' })
  const current = await currentOf(tx, entry.tableName)
  if (current !== (back ? entry.ofId : entry.id))
    throw new AppError(409, m.generator_newestFirst(), { reason: 'state' })
}

function isGeneration(kind: GenerationKind): boolean {
  return generations.some((one) => one === kind)
}

/** The generation that the table is at now: the newest that was not taken back. */
async function currentOf(tx: Db, tableName: string): Promise<number | null> {
  const [last] = await tx
    .select({ id: crudLog.id })
    .from(crudLog)
    .where(and(eq(crudLog.tableName, tableName), eq(crudLog.state, 'success'), inArray(crudLog.kind, [...generations])))
    .orderBy(desc(crudLog.id))
    .limit(1)
  return last?.id ?? null
}

/**
 * Runs one generation with its entry in the log. The entry is written beside the transaction before it begins, so that
 * one that breaks off is seen, and gets its result inside of it.
 */
async function logged(
  { db, tx, actor, within }: Generating,
  entry: Entry,
  { up, down, again }: TableStep,
  work: (id: number) => Promise<void>,
): Promise<number> {
  const beside = within ? tx : besideOf(db)
  const ofId = entry.ofId ?? (await currentOf(tx, entry.tableName))
  const [made] = await beside
    .insert(crudLog)
    .values({ ...entry, ofId, state: 'start', up, down, again, statements: up.length, createBy: actor.id })
    .returning({ id: crudLog.id })
  if (!made) throw new Error('insert returned no row')
  if (within) {
    await work(made.id)
    await tx.update(crudLog).set({ state: 'success' }).where(eq(crudLog.id, made.id))
  } else await workWithEntry({ db, tx }, { table: crudLog, id: made.id, lock: GENERATION_LOCK }, () => work(made.id))
  return made.id
}

async function run(tx: Db, statements: readonly string[]): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`))
  for (const statement of statements) {
    try {
      await tx.execute(sql.raw(statement))
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

/** SQLSTATEs that have a message of their own, or that the transaction answers by running once more. */
const EXPLAINED = ['55P03', '40P01', '57014', '0A000', '40001']

/** What the database says against a statement: a view of somebody else needs the column, a name is taken. */
function refusalOf(error: unknown): unknown {
  const found = pgErrorOf(error)
  if (!found || EXPLAINED.includes(found.code)) return error
  const reason = found instanceof Error ? found.message : found.code
  return new AppError(409, m.generator_refused({ reason }), { reason: 'state' })
}
