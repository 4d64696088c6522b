import { sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { relationValues } from '../crud/relation-check.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import { selectRows } from '../list/rows.server.ts'
import { explainDbError, pgErrorOf } from '../write/db-errors.server.ts'
import { touchOwners } from '../write/put-rows.server.ts'
import { refusalOf } from '../write/refusal.server.ts'
import { outOfScope } from '../write/save.server.ts'
import type { InverseChange } from './inverse-change.server.ts'
import { restoreOwned } from './owned.server.ts'
import { insertRows, removeRows, updateRows } from './undo-apply.server.ts'
import { classifyChange } from './undo-classify.server.ts'
import { type OwnedReader, undoOwned } from './undo-owned.server.ts'
import { freePlaces } from './undo-place.server.ts'
import type { UndoRefusal, Why } from './undo-refusal.server.ts'

/**
 * `hidden`: rows that the actor may not see. They count as refused, but hidden rows alone give a 404. `done`: rows that
 * an earlier undo has taken back. `owned`: reads what the change set did to owned rows.
 */
export type Undo = {
  tx: Db
  actor: Actor
  undoesId: number
  owned: OwnedReader
  refused: UndoRefusal[]
  hidden: UndoRefusal[]
  done: UndoRefusal[]
}

/** Undoes changes of one table and kind. Returns the number of undone rows and adds the refusals to `undo`. */
export async function undoBatch(undo: Undo, resource: Resource, inverses: readonly InverseChange[]): Promise<number> {
  const { good, refused, hidden, done, titles } = await classifyChange(undo, resource, inverses)
  undo.refused.push(...refused)
  undo.hidden.push(...hidden)
  undo.done.push(...done)
  return applyGood(undo, resource, titles, good)
}

/** Applies changes that passed all checks. When a constraint refuses some of them, halves find out which. */
async function applyGood(
  undo: Undo,
  resource: Resource,
  titles: ReadonlyMap<number, string>,
  good: readonly InverseChange[],
): Promise<number> {
  const { tx } = undo
  const refuse = (id: number, why: Why) =>
    undo.refused.push({ id, title: titles.get(id) ?? '', resource: resource.description.key, ...why })
  const [only] = good
  if (!only) return 0
  await tx.execute(sql.raw('savepoint undo_batch'))
  const wrong = await tryAll(undo, resource, good)
  if (wrong === undefined) {
    await tx.execute(sql.raw('release savepoint undo_batch'))
    return good.length
  }
  // Without the release, each refused row would leave a savepoint behind, one inside the other.
  await tx.execute(sql.raw('rollback to savepoint undo_batch'))
  await tx.execute(sql.raw('release savepoint undo_batch'))
  if (wrong instanceof Map) {
    for (const inverse of good) {
      const why = wrong.get(inverse.id)
      if (why) refuse(inverse.id, why)
    }
    const rest = good.filter(({ id }) => !wrong.has(id))
    return applyGood(undo, resource, titles, rest)
  }
  if (good.length === 1) {
    refuse(only.id, whyNot(resource, wrong))
    return 0
  }
  const half = Math.ceil(good.length / 2)
  const first = await applyGood(undo, resource, titles, good.slice(0, half))
  return first + (await applyGood(undo, resource, titles, good.slice(half)))
}

/**
 * Applies all of the changes.
 * @returns the rows that may not stay like this with their reasons, or the violation of a constraint by some row
 * @throws any other error
 */
async function tryAll(undo: Undo, resource: Resource, good: readonly InverseChange[]) {
  const refused = await refusedNow(undo, resource, good)
  if (refused.size > 0) return refused
  try {
    await apply(undo, resource, good)
  } catch (error) {
    if (error instanceof Error && pgErrorOf(error)?.code.startsWith('23')) return error
    throw error
  }
  const wrong = await wrongNow(undo, resource, good)
  return wrong.size > 0 ? wrong : undefined
}

/** The rows that a rule of the resource refuses. What was added is deleted again by the rules of deletions. */
async function refusedNow({ tx, actor }: Undo, resource: Resource, good: readonly InverseChange[]) {
  const isRemoval = good[0]?.operation === 'insert'
  if (!resource.refuseUndo || isRemoval) return new Map<number, Why>()
  const rows = good.map(({ id, operation, before }) => ({ id, deleted: operation === 'delete', values: before ?? {} }))
  const refused = await resource.refuseUndo(tx, actor, rows)
  return new Map([...refused].map(([id, msg]): [number, Why] => [id, { reason: 'blocked', msg }]))
}

/** The reason why a constraint refuses a row. The message of a field says more than the one of the whole write. */
function whyNot(resource: Resource, violation: Error): Why {
  const code = pgErrorOf(violation)?.code
  // A secret, or a column that others have added since.
  if (code === '23502') return { reason: 'blocked', msg: m.error_undoLacking() }
  const error = explainDbError(violation, resource.constraintFields())
  const { msg, errors } = refusalOf(error, 0, '')
  const [first] = Object.values(errors ?? {}).flat()
  if (error instanceof AppError && error.code === 409) return { reason: errors ? 'taken' : 'used', msg: first ?? msg }
  const dangling = code === '23503'
  return dangling
    ? { reason: 'reference', msg: first ?? m.error_undoReference() }
    : { reason: 'blocked', msg: first ?? msg }
}

async function apply(
  { tx, actor, undoesId, owned: ownedBy }: Undo,
  resource: Resource,
  inverses: readonly InverseChange[],
): Promise<void> {
  const table = resource.tableName
  const operation = inverses[0]?.operation
  const ids = inverses.map((inverse) => inverse.id)
  if (operation === 'insert') return removeRows(tx, table, ids)
  const rows = inverses.map(({ id, before }) => {
    const values = before ?? {}
    return { id, values: (operation === 'update' && resource.undone?.(values, actor)) || values }
  })
  const placed = await freePlaces(tx, resource, rows)
  if (operation === 'update') {
    const owned = await ownedBy(resource, ids)
    const owners = [...new Set(owned.map(({ owner }) => owner))]
    if (owners.length === 0) return updateRows(tx, table, placed)
    const before = await selectRows(tx, resource, anyOf(resource.columns.id, owners), undefined, owners.length)
    await updateRows(tx, table, placed)
    await undoOwned(tx, owned)
    return touchOwners({ tx, resource }, before)
  }
  const restored = placed.map(({ id, values }) => ({ id, values: resource.restored?.(values) ?? values }))
  await insertRows(tx, table, restored)
  return restoreOwned(tx, undoesId, table, ids)
}

/** The rows that the undo would put out of the actor's scope, or that would refer to what the actor may not choose. */
async function wrongNow(
  { tx, actor }: Undo,
  resource: Resource,
  inverses: readonly InverseChange[],
): Promise<Map<number, Why>> {
  const wrong = new Map<number, Why>()
  if (inverses[0]?.operation === 'insert') return wrong
  for (const id of await unavailableIn(tx, resource, actor, inverses)) {
    wrong.set(id, { reason: 'reference', msg: m.error_undoReference() })
  }
  const ids = inverses.map(({ id }) => id)
  for (const id of await outOfScope(tx, resource, actor, ids)) {
    wrong.set(id, { reason: 'scope', msg: m.error_outOfScope() })
  }
  return wrong
}

/** The rows that get back a relation value that the actor may not choose. */
async function unavailableIn(
  tx: Db,
  resource: Resource,
  actor: Actor,
  inverses: readonly InverseChange[],
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const [name, relation] of Object.entries(resource.relations ?? {})) {
    const column = resource.columnNames.get(name.split('.')[0] ?? '')
    if (!relation.available || column === undefined) continue
    const used = inverses.map(({ id, before }) => ({ id, values: valuesOf(resource, name, column, before) }))
    const all = [...new Set(used.flatMap(({ values }) => values))]
    if (all.length === 0) continue
    const available = new Set(await relation.available(tx, actor, all))
    for (const { id, values } of used) if (!values.every((value) => available.has(value))) found.add(id)
  }
  return found
}

/** The ids that a relation's column gets back. The history has rows by column name, relations are named by field. */
function valuesOf(resource: Resource, name: string, column: string, before: RowJson | null): number[] {
  const field = resource.fieldNames.get(column) ?? column
  return relationValues(name, { [field]: before?.[column] }).map(Number)
}
