import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can, type Node } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { findResourceOfTable, type RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { explainDbError } from '../write/db-errors.server.ts'
import { MOST_NAMED, refusalOf } from '../write/refusal.server.ts'
import { batches, type InverseChange, type NetChange, netChanges, withValues } from './inverse-change.server.ts'
import { insertRows, removeRows, updateRows } from './undo-apply.server.ts'
import { classifyChange, titleIn, type UndoRefusal } from './undo-classify.server.ts'
import { freePlaces } from './undo-place.server.ts'

/** Maximum number of rows in one statement. */
const BATCH = 500

export type UndoAnswer = { changeSetId: number | null; undone: number; refused: UndoRefusal[] }

type Options = {
  /** Undoes what can be undone and skips the rest. */
  partial?: boolean
  /** Called after each batch with the number of processed rows and the total number. */
  progress?(done: number, total: number): void | Promise<void>
}

/**
 * Undoes a change set as part of the transaction's own change set, which records what it undoes. The last change is
 * undone first. Runs inside `write(db, author, 'undo', …)`.
 * @throws AppError 404 when the actor can see no change of that set, 403, 409 with `data.rows`: at most a hundred of
 * the rows that cannot be undone, 422
 */
export async function undoChangeSet(
  tx: Db,
  actor: Actor,
  undoesId: number,
  changeSetId: number,
  { partial = false, progress }: Options = {},
): Promise<UndoAnswer> {
  // Two undos of the same change set run one after the other. The second one finds it undone.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`undo:${undoesId}`}))`)
  await tx.execute(sql`select set_config('app.undoes', ${String(undoesId)}, true)`)
  const nets = await netChanges(tx, undoesId)
  const places = await placesOf(tx, nets, actor)
  const undo: Undo = { tx, actor, undoesId, refused: [], hidden: [] }
  let undone = 0
  let seen = 0
  for (const batch of batches(nets, BATCH)) {
    const place = places.get(batch[0]?.table ?? '')
    if (!place) continue
    undone += await undoBatch(undo, place.resource, await withValues(tx, undoesId, batch))
    seen += batch.length
    await progress?.(seen, nets.length)
  }
  if (undone === 0 && undo.refused.length === 0) throw new AppError(404, m.error_undoMissing())
  const refused = [...undo.refused, ...undo.hidden]
  const rows = refused.slice(0, MOST_NAMED)
  if (refused.length > 0 && (!partial || undone === 0)) {
    const done = undone === 0 && (await isUndone(tx, undoesId))
    const msg = done ? m.error_undoDone() : m.error_undoRefused({ count: refused.length })
    throw new AppError(409, msg, { reason: done ? 'undone' : 'changed', rows, count: refused.length })
  }
  return { changeSetId, undone, refused: rows }
}

/** `hidden`: rows that the actor may not see. They count as refused, but hidden rows alone give a 404. */
type Undo = { tx: Db; actor: Actor; undoesId: number; refused: UndoRefusal[]; hidden: UndoRefusal[] }

const opposite = { insert: 'del', update: 'edit', delete: 'add' } as const

/**
 * The resources of a change set's tables.
 * @throws AppError 403 without the node of the opposite operation, 422 for a table without a resource
 */
async function placesOf(tx: Db, nets: readonly NetChange[], actor: Actor): Promise<Map<string, RegisteredResource>> {
  const places = new Map<string, RegisteredResource>()
  for (const { table, operation } of nets) {
    const place = places.get(table) ?? (await findResourceOfTable(tx, table))
    if (!place) throw new AppError(422, m.error_undoUnknown())
    const node: Node = place.nodes[opposite[operation]]
    if (!can(actor, node)) throw new AppError(403)
    places.set(table, place)
  }
  return places
}

/** Undoes changes of one table and kind. Returns the number of undone rows and adds the refusals to `undo`. */
async function undoBatch(undo: Undo, resource: Resource, inverses: readonly InverseChange[]): Promise<number> {
  const { tx, actor, undoesId } = undo
  const { good, refused, hidden } = await classifyChange(tx, resource, actor, undoesId, inverses)
  undo.refused.push(...refused)
  undo.hidden.push(...hidden)
  if (good.length === 0) return 0
  await tx.execute(sql.raw('savepoint undo_batch'))
  try {
    await apply(tx, resource, good)
    await tx.execute(sql.raw('release savepoint undo_batch'))
    return good.length
  } catch (error) {
    await tx.execute(sql.raw('rollback to savepoint undo_batch'))
    const [only] = good
    if (good.length === 1 && only) {
      const refusal = refusalOf(explainDbError(error, resource.uniqueLabels()), only.id, titleIn(resource, only))
      undo.refused.push({ ...refusal, resource: resource.description.key })
      return 0
    }
  }
  // One row made the whole batch fail. Each row is tried alone to find it.
  let done = 0
  for (const inverse of good) done += await undoBatch(undo, resource, [inverse])
  return done
}

async function apply(tx: Db, resource: Resource, inverses: readonly InverseChange[]): Promise<void> {
  const table = resource.tableName
  const operation = inverses[0]?.operation
  const ids = inverses.map((inverse) => inverse.id)
  if (operation === 'insert') return removeRows(tx, table, ids)
  const rows = inverses.map((inverse) => ({ id: inverse.id, values: inverse.before ?? {} }))
  const placed = await freePlaces(tx, resource, rows)
  if (operation === 'update') return updateRows(tx, table, placed)
  const restored = placed.map(({ id, values }) => ({ id, values: resource.restored?.(values) ?? values }))
  return insertRows(tx, table, restored)
}

/** Whether a change set was undone, completely or in part. */
export async function isUndone(tx: Db, changeSetId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from change_set where undoes_id = ${changeSetId} limit 1`)
  return rows.length > 0
}
