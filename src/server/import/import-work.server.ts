import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { type Author, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import { readConfig } from '../config.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { explainDbError } from '../write/db-errors.server.ts'
import { applyRows } from './apply.server.ts'
import { type Counts, classifyRows } from './classify.server.ts'
import { readSheet } from './file-reader.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { readRows } from './read-rows.server.ts'
import { stageRows } from './stage.server.ts'

export type Work = {
  db: Database
  files: string
  actor: Actor
  registered: RegisteredResource
  record: ImportRecord
  plan: ImportPlan
  signal: AbortSignal
  progress(progress: { step: string; done?: number; total?: number | null }): void
  mayKeep(): Promise<void>
}

/** Reads the file and stores its interpreted rows. Returns their number. */
export async function stageImport({
  db,
  files,
  actor,
  registered,
  record,
  plan,
  signal,
  progress,
}: Work): Promise<number> {
  const { timeZone } = await readConfig(db, ['timeZone'])
  if (record.storedAs === '') throw new AppError(422, m.import_expired())
  const file = importFile(files, record.storedAs)
  const sheet = await readSheet({ file, facts: record.facts, sheet: plan.sheet }, { signal })
  try {
    progress({ step: 'reading', done: 0, total: sheet.rows })
    const rows = readRows({ db, actor, resource: registered.resource, plan, timeZone }, sheet.batches)
    return await stageRows(db, record.id, stoppable(rows, signal), (done) => progress({ step: 'reading', done }))
  } finally {
    await sheet.close()
  }
}

/** Finds out what the import would do. It stores only this result. */
export async function checkImport(work: Work): Promise<Counts> {
  const { db, actor, registered, record, plan, signal, progress } = work
  await stageImport(work)
  progress({ step: 'judging', done: 0, total: null })
  const counts = await classifyRows(
    { db, importId: record.id, resource: registered.resource, plan, actor, signal },
    false,
  )
  await db.update(dataImport).set({ checked: counts, plan }).where(eq(dataImport.id, record.id))
  return counts
}

type Done = { counts: Counts; changeSetId: number | null }

/**
 * Runs the import: all of it in one transaction under one change set, or nothing.
 * @param skipRefused writes the good rows even when there are refused rows
 */
export async function runImport(work: Work, author: Author, skipRefused: boolean): Promise<Done> {
  const { db, actor, registered, record, plan, signal, progress, mayKeep } = work
  const { resource } = registered
  const rows = await stageImport(work)
  // An import without rows must not be recorded as an import.
  if (rows === 0) throw new AppError(422, m.import_noRows())
  progress({ step: 'judging', done: 0, total: null })
  try {
    const done = await write(db, author, 'import', async (tx, changeSetId) => {
      const before = await alreadyDone(tx, record.id)
      if (before) return before
      const counts = await classifyRows({ db: tx, importId: record.id, resource, plan, actor, signal }, true)
      if (counts.refused > 0 && !skipRefused) throw new RefusedRows(counts)
      let written = 0
      progress({ step: 'writing', done: 0, total: counts.new + counts.changed })
      await applyRows({
        tx,
        importId: record.id,
        resource,
        plan,
        actor,
        signal,
        onWritten(rows) {
          written += rows
          progress({ step: 'writing', done: written })
        },
      })
      await mayKeep()
      const made = counts.new + counts.changed > 0 ? changeSetId : null
      await markDone(tx, record.id, plan, counts, made)
      return { counts, changeSetId: made }
    })
    tableChanged(db, resource.tableName)
    return done
  } catch (error) {
    if (error instanceof RefusedRows) {
      // The rollback has removed the classification, but the user still needs the reasons.
      const checked = await classifyRows({ db, importId: record.id, resource, plan, actor, signal }, false)
      await db.update(dataImport).set({ checked, plan }).where(eq(dataImport.id, record.id))
    }
    throw error
  }
}

/** There are refused rows, and the user did not choose to skip them. */
class RefusedRows extends AppError {
  constructor({ refused }: Counts) {
    super(422, m.import_refused({ count: refused }))
  }
}

/** The result of an earlier attempt whose end was not recorded. Waits while another transaction runs this import. */
async function alreadyDone(tx: Db, id: number): Promise<Done | undefined> {
  const [row] = await tx
    .select({ applied: dataImport.applied, changeSetId: dataImport.changeSetId })
    .from(dataImport)
    .where(eq(dataImport.id, id))
    .for('update')
  // Seam: stored by `markDone`.
  return row?.applied ? { counts: row.applied as Counts, changeSetId: row.changeSetId } : undefined
}

async function markDone(
  tx: Db,
  id: number,
  plan: ImportPlan,
  counts: Counts,
  changeSetId: number | null,
): Promise<void> {
  await tx
    .update(dataImport)
    .set({ applied: counts, checked: counts, plan, changeSetId, applyTime: sql`now()` })
    .where(eq(dataImport.id, id))
}

/** A database error causes a retry, because another user may have been faster. The last attempt explains it. */
export function explainLast(error: unknown, { resource }: RegisteredResource, isLast: boolean): unknown {
  if (error instanceof AppError || !isLast) return error
  return explainDbError(error, resource.uniqueLabels())
}

async function* stoppable<T>(batches: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal.throwIfAborted()
    yield batch
  }
}
