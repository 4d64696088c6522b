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
import { explainDbError, pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { refusalOf } from '#src/server/write/refusal.server.ts'
import { recycleLine } from './lines.server.ts'
import { CONFIG, deletionsSeen } from './seen-lines.server.ts'
import { resourcesByKey, titleOfResource } from './watched.server.ts'

type Line = { id: number; resource: string; rowId: number; title: string }

/** What happens to one deletion. `notes`: what stands in the way, or what does not come back with the row. */
export type DeletionOutcome = {
  id: number
  title: string
  resource: string
  state: 'restored' | 'already' | 'refused'
  notes: string[]
}

type Restored = { list: DeletionOutcome[]; restored: number; refused: number }

/**
 * Brings deleted rows back, with what they owned and the references that their deletion has emptied. What cannot come
 * back is said row by row, and leaves the others alone. Rows that need one another come in any order.
 * @throws AppError 404 for deletions that the actor does not see, 409 with `data.rows` when none can come back
 */
export async function restoreDeletions(tx: Db, actor: Actor, ids: readonly number[], changeSetId: number) {
  const done = await tryAll(tx, actor, ids, changeSetId)
  if (done.restored === 0) {
    const [first] = done.list.flatMap(({ notes }) => notes)
    const rows = done.list.map(({ id, title, notes }) => ({ id, title, msg: notes.join(' ') }))
    throw new AppError(409, done.list.length === 1 ? first : m.recycle_noneRestored(), { reason: 'changed', rows })
  }
  return { ...done, changeSetId }
}

/** What a restoration would do now. It is done, and taken back. */
export async function previewRestore(
  db: Database,
  actor: Actor,
  author: Author,
  ids: readonly number[],
): Promise<Restored> {
  let result: Restored | undefined
  const stop = new Error('preview')
  await write(db, author, 'restore', async (tx, changeSetId) => {
    result = await tryAll(tx, actor, ids, changeSetId)
    await guardIdentity(db, tx, author, changeSetId)
    throw stop
  }).catch((error: unknown) => {
    if (error === stop) return
    // The guard refuses the whole write, and says no row.
    if (!result || !(error instanceof AppError) || error.code !== 403) throw error
    const list = result.list.map((one) =>
      one.state === 'restored' ? { ...one, state: 'refused' as const, notes: [error.message] } : one,
    )
    result = counted(list)
  })
  return result ?? counted([])
}

async function tryAll(tx: Db, actor: Actor, ids: readonly number[], changeSetId: number): Promise<Restored> {
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
  let left: Line[] = lines
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length
    const again: Line[] = []
    for (const line of left) {
      const outcome = await tryOne(tx, actor, line, known, changeSetId)
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
  tx: Db,
  actor: Actor,
  line: Line,
  known: ReadonlyMap<string, RegisteredResource>,
  changeSetId: number,
): Promise<DeletionOutcome> {
  const about = { id: line.id, title: line.title, resource: titleOfResource(known, line.resource) }
  const place = known.get(line.resource)
  await tx.execute(sql.raw('savepoint restore_line'))
  try {
    if (line.resource === CONFIG) await restoreSetting(tx, actor, line)
    else if (!place) throw new AppError(404, m.recycle_resourceGone())
    else {
      if (await exists(tx, place, line.rowId)) return { ...about, state: 'already', notes: [m.recycle_already()] }
      await restoreRow(tx, seenBy(place, actor), actor, { id: line.rowId, changeId: line.id }, changeSetId)
    }
    return { ...about, state: 'restored', notes: notesOf(line) }
  } catch (error) {
    await tx.execute(sql.raw('rollback to savepoint restore_line'))
    return { ...about, state: 'refused', notes: reasonsOf(error, line, place) }
  } finally {
    await tx.execute(sql.raw('release savepoint restore_line'))
  }
}

async function exists(tx: Db, { resource }: RegisteredResource, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ${resource.table} where ${resource.columns.id} = ${id}`)
  return rows.length > 0
}

async function restoreSetting(tx: Db, actor: Actor, { id }: Line): Promise<void> {
  if (!can(actor, 'routine/config/add') || !mayChange(actor)) throw new AppError(403)
  // A deleted item needs neither the address nor the secret of a writer, and none of its values is a key.
  const author = { id: actor.id, name: actor.username, address: '', requestId: '' }
  await undoChange({ tx, actor, author, address: '', secret: '' }, id)
}

/** What does not come back with a row, although the row does. */
function notesOf({ resource }: Line): string[] {
  return resource === 'user' ? [m.recycle_noPassword()] : []
}

/** Why a row cannot come back, one sentence for each field where there are some. */
function reasonsOf(error: unknown, line: Line, place: RegisteredResource | undefined): string[] {
  const broken = error instanceof Error && pgErrorOf(error)?.code === '23503'
  if (broken) return [line.resource === 'attachment' ? m.recycle_bytesGone() : m.error_undoReference()]
  const explained = explainDbError(error, place?.resource.uniqueLabels() ?? {})
  const { msg, errors = {} } = refusalOf(explained, line.id, line.title)
  const sentences = Object.entries(errors).flatMap(([field, texts]) => {
    const label = place?.resource.label(field.split('.')[0] ?? '')
    return texts.map((text) => (label ? m.recycle_atField({ field: label, text }) : text))
  })
  return sentences.length > 0 ? sentences : [msg]
}
