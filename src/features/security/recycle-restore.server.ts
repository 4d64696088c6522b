import { and, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { type Author, write } from '#src/db/write.server.ts'
import { undoChange } from '#src/features/config/config-history.server.ts'
import { mayChange } from '#src/features/config/config-save.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { guardIdentity } from '#src/server/access/identity-guard.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { restoreRow } from '#src/server/history/restore.server.ts'
import { recycleLine } from './lines.server.ts'
import { type DeletedLine, isTaken, notesOfRestored, reasonsOfRefusal } from './restore-notes.server.ts'
import { CONFIG, deletionsSeen } from './seen-lines.server.ts'
import { resourcesByKey, titleOfResource } from './watched.server.ts'

/** What happens to one deletion. `notes`: what stands in the way, or what does not come back with the row. */
export type DeletionOutcome = {
  id: number
  title: string
  resource: string
  state: 'restored' | 'already' | 'refused'
  notes: string[]
}

type Restored = { list: DeletionOutcome[]; restored: number; refused: number }

/** Who restores, and the change set that records it. `db` reads the rights from before, beside the transaction. */
type Restoring = { db: Database; tx: Db; actor: Actor; author: Author; changeSetId: number }

/**
 * Brings deleted rows back, with what they owned and the references that their deletion has emptied. What cannot come
 * back is said row by row, and leaves the others alone. Rows that need one another come in any order.
 * @throws AppError 404 for deletions that the actor does not see, 409 with `data.rows` when none can come back
 */
export async function restoreDeletions(restoring: Restoring, ids: readonly number[]) {
  const done = await tryAll(restoring, ids)
  if (done.restored === 0) {
    const [first] = done.list.flatMap(({ notes }) => notes)
    const rows = done.list.map(({ id, title, notes }) => ({ id, title, msg: notes.join(' ') }))
    throw new AppError(409, done.list.length === 1 ? first : m.recycle_noneRestored(), { reason: 'changed', rows })
  }
  return { ...done, changeSetId: restoring.changeSetId }
}

/** What a restoration would do now. It is done, and taken back. A proof is asked for when it is done for good. */
export async function previewRestore(
  db: Database,
  actor: Actor,
  author: Author,
  ids: readonly number[],
): Promise<Restored> {
  let result: Restored | undefined
  const stop = new Error('preview')
  await write(db, author, 'restore', async (tx, changeSetId) => {
    result = await tryAll({ db, tx, actor, author, changeSetId }, ids)
    throw stop
  }).catch((error: unknown) => {
    if (error !== stop) throw error
  })
  return result ?? counted([])
}

/** The guard of identities refuses a whole transaction. Only when it does are the rows asked one by one. */
async function tryAll(restoring: Restoring, ids: readonly number[]): Promise<Restored> {
  const { tx } = restoring
  // One restoration after another: the next one sees what came back.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('restore_deletions'))`)
  await tx.execute(sql.raw('savepoint restore_all'))
  const done = await tryLines(restoring, ids, false)
  if (await mayStay(restoring)) return done
  await tx.execute(sql.raw('rollback to savepoint restore_all'))
  return tryLines(restoring, ids, true)
}

async function mayStay(restoring: Restoring): Promise<boolean> {
  try {
    await guardRestored(restoring)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 403) return false
    throw error
  }
}

/** Whether the actor may give what came back so far. What only lacks a proof is asked for before the commit. */
async function guardRestored({ db, tx, author, changeSetId }: Restoring): Promise<void> {
  await guardIdentity(db, tx, author, changeSetId).catch((error: unknown) => {
    if (!isStepUp(error)) throw error
  })
}

function isStepUp(error: unknown): boolean {
  const data = error instanceof AppError ? error.data : undefined
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'stepUp'
}

async function tryLines(restoring: Restoring, ids: readonly number[], guarded: boolean): Promise<Restored> {
  const { tx, actor } = restoring
  const { id, resource, rowId, title } = recycleLine
  const wanted = [...new Set(ids)]
  const lines = await tx
    .select({ id, resource, rowId, title })
    .from(recycleLine)
    .where(and(anyOf(id, wanted), deletionsSeen(actor)))
    .orderBy(sql`${id} desc`)
  if (lines.length < wanted.length) throw new AppError(404, m.recycle_lineMissing())
  const known = await resourcesByKey(tx)
  const outcomes = new Map<number, DeletionOutcome>()
  // A row may need another one that comes back with it: the parent of a tree, a referenced row.
  let left: DeletedLine[] = lines
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length
    const again: DeletedLine[] = []
    for (const line of left) {
      const outcome = await tryOne(restoring, line, known, guarded)
      outcomes.set(line.id, outcome)
      if (outcome.state === 'refused') again.push(line)
    }
    left = again
  }
  return counted(wanted.flatMap((one) => outcomes.get(one) ?? []))
}

function counted(list: DeletionOutcome[]): Restored {
  const number = (state: DeletionOutcome['state']) => list.filter((one) => one.state === state).length
  return { list, restored: number('restored'), refused: list.length - number('restored') }
}

async function tryOne(
  restoring: Restoring,
  line: DeletedLine,
  known: ReadonlyMap<string, RegisteredResource>,
  guarded: boolean,
): Promise<DeletionOutcome> {
  const { tx, actor, changeSetId } = restoring
  const about = { id: line.id, title: line.title, resource: titleOfResource(known, line.resource) }
  const already = { ...about, state: 'already' as const, notes: [m.recycle_already()] }
  const place = known.get(line.resource)
  await tx.execute(sql.raw('savepoint restore_line'))
  try {
    if (line.resource === CONFIG) await restoreSetting(tx, actor, line)
    else if (!place) throw new AppError(404, m.recycle_resourceGone())
    else {
      if (await exists(tx, place, line.rowId)) return already
      const back = await restoreRow(tx, seenBy(place, actor), actor, { id: line.rowId, changeId: line.id }, changeSetId)
      // An undo has brought it back meanwhile.
      if (!back.changed) return already
    }
    if (guarded) await guardRestored(restoring)
    return { ...about, state: 'restored', notes: await notesOfRestored(tx, actor, line, place) }
  } catch (error) {
    await tx.execute(sql.raw('rollback to savepoint restore_line'))
    if (isTaken(error, place)) return already
    return { ...about, state: 'refused', notes: reasonsOfRefusal(error, line, place) }
  } finally {
    await tx.execute(sql.raw('release savepoint restore_line'))
  }
}

async function exists(tx: Db, { resource }: RegisteredResource, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ${resource.table} where ${resource.columns.id} = ${id}`)
  return rows.length > 0
}

async function restoreSetting(tx: Db, actor: Actor, { id }: DeletedLine): Promise<void> {
  if (!can(actor, 'routine/config/add') || !mayChange(actor)) throw new AppError(403)
  // A deleted item needs neither the address nor the secret of a writer, and none of its values is a key.
  const author = { id: actor.id, name: actor.username, address: '', requestId: '' }
  await undoChange({ tx, actor, author, address: '', secret: '' }, id)
}
