import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { type DataImport, dataImport } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import type { FileWriter } from '../crud/import-writer.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { isUndone, undoChangeSet } from '../history/undo.server.ts'
import type { JobRun } from '../jobs/job-kind.server.ts'
import { guardedWrite } from '../write/guarded-write.server.ts'

type Asked = { importId: number; changeSetId: number; partial: boolean }

/** What the undo of an import did. Jobs of an earlier release counted only the rows taken back and left. */
export const undoResult = v.object({
  undone: v.number(),
  left: v.number(),
  removed: v.optional(v.number(), 0),
  restored: v.optional(v.number(), 0),
  changed: v.optional(v.number(), 0),
})

type Done = v.InferOutput<typeof undoResult>

/**
 * Undoes an import in one transaction, which also records the undo. A later attempt then finds it done.
 * @throws AppError 403, or 409 when rows have been changed since and `partial` does not skip them
 */
export async function undoImport(job: JobRun, { resource }: RegisteredResource, asked: Asked): Promise<Done> {
  const { db, author, actor, signal, progress, mayKeep } = job
  const { importId, changeSetId, partial } = asked
  const earlier = job.attempt > 1 ? await earlierUndo(job, importId) : undefined
  if (earlier) return earlier
  progress({ step: 'undoing', done: 0, total: null })
  const done = await guardedWrite(db, author, 'undo', async (tx, own) => {
    const { file } = resource.write ?? {}
    const { undone, left, removed, restored, changed } = file
      ? await undoFile(tx, actor, file, changeSetId)
      : await undoChangeSet(tx, actor, changeSetId, own, {
          partial,
          progress(rows, total) {
            signal.throwIfAborted()
            progress({ step: 'undoing', done: rows, total })
          },
        })
    await mayKeep()
    const result = { undone, left, removed, restored, changed }
    await tx
      .update(dataImport)
      .set({ undoneById: own, undone: { ...result, job: job.id } })
      .where(eq(dataImport.id, importId))
    return result
  })
  tableChanged(db, resource.tableName)
  return done
}

/**
 * Takes back a file by its own writer, which leaves rows alone that were changed since, whatever `partial` says.
 * @throws AppError 409 when nothing is left to take back
 */
async function undoFile(tx: Db, actor: Actor, file: FileWriter, changeSetId: number): Promise<Done> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`undo:${changeSetId}`}))`)
  await tx.execute(sql`select set_config('app.undoes', ${String(changeSetId)}, true)`)
  const { removed, changed, left } = await file.undo(tx, actor, changeSetId)
  const undone = removed + changed
  if (undone > 0) return { undone, left, removed, changed, restored: 0 }
  if (await isUndone(tx, changeSetId)) throw new AppError(409, m.error_undoDone(), { reason: 'undone' })
  throw new AppError(409, m.import_undoNothing({ count: left }), { reason: 'changed' })
}

/** The result of an earlier attempt of the same job whose end was not recorded. */
async function earlierUndo({ db, id }: JobRun, importId: number): Promise<Done | undefined> {
  const [row] = await db.select({ undone: dataImport.undone }).from(dataImport).where(eq(dataImport.id, importId))
  const stored = v.safeParse(v.object({ ...undoResult.entries, job: v.literal(id) }), row?.undone)
  if (!stored.success) return undefined
  const { job: _job, ...done } = stored.output
  return done
}

/** Whether an import is taken back as a whole. With rows left, the rest can still be taken back. */
export async function isTakenBack(db: Db, { undone, changeSetId }: Pick<DataImport, 'undone' | 'changeSetId'>) {
  if (changeSetId === null || !(await isUndone(db, changeSetId))) return false
  const result = v.safeParse(undoResult, undone)
  return !result.success || result.output.left === 0
}
