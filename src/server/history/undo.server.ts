import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import { assertProven } from '../access/proof.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { placesOfRows } from '../crud/row-places.server.ts'
import { seenBy } from '../crud/seen-by.server.ts'
import { AppError } from '../errors.server.ts'
import { MOST_NAMED } from '../write/refusal.server.ts'
import { onlyEmptied, restoreReferences } from './emptied.server.ts'
import { batches, isFinal, type NetChange, netChanges, undoNode, withValues } from './inverse-change.server.ts'
import { withOwners } from './owned.server.ts'
import { type Undo, undoBatch } from './undo-batch.server.ts'
import { isOwnedChange, ownedReader } from './undo-owned.server.ts'
import { refusalText, type UndoCounts, type UndoRefusal } from './undo-refusal.server.ts'
import { assertSeenChange } from './undo-seen.server.ts'

/**
 * Maximum number of rows in one statement. Each batch is a subtransaction, and PostgreSQL keeps only 64 of them at
 * hand.
 */
const BATCH = 2000

export type UndoAnswer = UndoCounts & {
  changeSetId: number | null
  undone: number
  refused: UndoRefusal[]
  /** The number of all refused rows. */
  left: number
}

type Options = {
  /** Who undoes, for what needs a fresh proof. A job has been asked for it when it began. */
  author?: Author
  /** Undoes what can be undone and skips the rest. */
  partial?: boolean
  /** Called after each batch with the number of processed rows and the total number. */
  progress?(done: number, total: number): void | Promise<void>
}

/**
 * Undoes a change set as part of the transaction's own change set, which records what it undoes. The last change is
 * undone first. Rows that were deleted with their owner come back with it, and so do references that the deletion
 * emptied. Runs inside `write(db, author, 'undo', …)`.
 * @returns how many rows were removed, restored and changed, and at most a hundred of the refused rows
 * @throws AppError 404 when the actor can see no change of that set, 403, 409 with `data.rows`: at most a hundred of
 * the rows that cannot be undone, 422
 */
export async function undoChangeSet(
  tx: Db,
  actor: Actor,
  undoesId: number,
  changeSetId: number,
  { partial = false, progress, author }: Options = {},
): Promise<UndoAnswer> {
  // Two undos of the same change set run one after the other. The second one finds it undone.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`undo:${undoesId}`}))`)
  await tx.execute(sql`select set_config('app.undoes', ${String(undoesId)}, true)`)
  const nets = await ownNets(tx, undoesId)
  const places = await placesOf(tx, nets, actor, undoesId)
  const owned = ownedReader(tx, undoesId)
  const undo: Undo = { tx, actor, undoesId, owned, refused: [], hidden: [], done: [] }
  const counts = { insert: 0, update: 0, delete: 0 }
  let seen = 0
  for (const batch of batches(nets, BATCH)) {
    for (const [place, rows] of Map.groupBy(batch, places)) {
      const [first] = rows
      if (!first) continue
      counts[first.operation] += await undoBatch(undo, place.resource, await withValues(tx, undoesId, rows))
    }
    seen += batch.length
    await progress?.(seen, nets.length)
  }
  for (const table of deletedTables(nets)) await restoreReferences(tx, undoesId, table)
  const undone = counts.insert + counts.update + counts.delete
  const blocking = [...undo.refused, ...undo.hidden]
  if (undone === 0 && undo.refused.length === 0) {
    if (undo.done.length === 0) throw new AppError(404, m.error_undoMissing())
    throw conflict('undone', m.error_undoDone(), undo.done, 0)
  }
  if (blocking.length > 0 && (!partial || undone === 0)) {
    throw conflict('changed', refusalText(blocking), blocking, undone)
  }
  if (author && nets.some((net) => places(net).resource.proof === 'writes')) await assertProven(tx, author)
  const refused = blocking.slice(0, MOST_NAMED)
  const { insert: removed, delete: restored, update: changed } = counts
  return { changeSetId, undone, removed, restored, changed, refused, left: blocking.length }
}

/** `free`: the number of rows that `partial` would take back. */
function conflict(reason: 'undone' | 'changed', msg: string, refused: readonly UndoRefusal[], free: number): AppError {
  return new AppError(409, msg, { reason, rows: refused.slice(0, MOST_NAMED), count: refused.length, free })
}

/**
 * The net changes of a change set without the rows that go and come with their owners, and without the references that
 * come back with their rows.
 * @throws AppError 422 for what the product itself brought along, and for the redaction of a person
 */
async function ownNets(tx: Db, changeSetId: number): Promise<NetChange[]> {
  const { rows } = await tx.execute<{ kind: string }>(sql`select kind from change_set where id = ${changeSetId}`)
  if (isFinal(rows[0]?.kind)) throw new AppError(422, m.error_undoUnknown())
  const nets = await netChanges(tx, changeSetId)
  const owned = await withOwners(tx, changeSetId, [...new Set(nets.map(({ table }) => table))])
  const emptied = await onlyEmptied(tx, changeSetId, deletedTables(nets))
  const own = nets.filter((net) => !isOwnedChange(nets, net))
  return own.filter(({ table, id, operation }) => !(operation === 'update' ? emptied : owned).has(`${table}:${id}`))
}

function deletedTables(nets: readonly NetChange[]): string[] {
  return [...new Set(nets.flatMap(({ table, operation }) => (operation === 'delete' ? [table] : [])))]
}

/**
 * The resource of each of a change set's rows.
 * @throws AppError 403 without the node of the opposite operation or of a changed field, 422 for a table without a
 * resource, or whose resource does not have the opposite verb or undoes nothing
 */
async function placesOf(
  tx: Db,
  nets: readonly NetChange[],
  actor: Actor,
  undoesId: number,
): Promise<(net: NetChange) => RegisteredResource> {
  const places = new Map<NetChange, RegisteredResource>()
  const known = new Map<string, RegisteredResource>()
  const found = new Map<string, Map<number, RegisteredResource>>()
  for (const [table, ofTable] of Map.groupBy(nets, (net) => net.table)) {
    const ofRows = await placesOfRows(
      tx,
      table,
      ofTable.map(({ id }) => id),
    )
    for (const { resource } of ofRows.values()) {
      if (resource.notUndone) throw new AppError(422, resource.notUndone())
    }
    found.set(table, ofRows)
  }
  for (const [table, ofTable] of Map.groupBy(nets, (net) => net.table)) {
    for (const net of ofTable) {
      const registered = found.get(table)?.get(net.id)
      if (!registered) throw new AppError(422, m.error_undoUnknown())
      const { key } = registered.resource.description
      const place = known.get(key) ?? seenBy(registered, actor)
      const node = undoNode(place, net.operation)
      if (!node) {
        const title = labelText(place.resource.description.title)
        throw new AppError(422, m.error_undoNotOffered({ title }))
      }
      if (!can(actor, node)) throw new AppError(403)
      if (!known.has(key)) await assertSeenChange(tx, registered.resource, actor, undoesId)
      known.set(key, place)
      places.set(net, place)
    }
  }
  return (net) => {
    const place = places.get(net)
    if (!place) throw new AppError(422, m.error_undoUnknown())
    return place
  }
}

/** Whether a change set was undone, completely or in part, and that undo was not undone itself. */
export async function isUndone(tx: Db, changeSetId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from change_set s where s.undoes_id = ${changeSetId}
      and not exists (select from change_set again where again.undoes_id = s.id) limit 1`)
  return rows.length > 0
}
