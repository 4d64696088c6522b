import { eq, sql } from 'drizzle-orm'
import { dataImport } from '#src/db/import.table.server.ts'
import { write } from '#src/db/write.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { undoChangeSet } from '../history/undo.server.ts'
import type { JobRun } from '../jobs/job-kind.server.ts'

type Asked = { importId: number; changeSetId: number; partial: boolean }
type Done = { undone: number; left: number }

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
  const done = await write(db, author, 'undo', async (tx, own) => {
    const { undone, refused } = await undoChangeSet(tx, actor, changeSetId, own, {
      partial,
      progress(rows, total) {
        signal.throwIfAborted()
        progress({ step: 'undoing', done: rows, total })
      },
    })
    await mayKeep()
    await tx.update(dataImport).set({ undoneById: own }).where(eq(dataImport.id, importId))
    return { undone, left: refused.length }
  })
  tableChanged(db, resource.tableName)
  return done
}

/** The result of an earlier attempt whose end was not recorded. */
async function earlierUndo({ db }: JobRun, importId: number): Promise<Done | undefined> {
  const { rows } = await db.execute<{ undone: number }>(sql`
    select count(c.id)::int as undone from ${dataImport} i join change c on c.change_set_id = i.undone_by_id
    where i.id = ${importId} group by i.id`)
  return rows[0] && { undone: rows[0].undone, left: 0 }
}
