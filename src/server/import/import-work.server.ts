import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { refreshStatistics } from '#src/db/refresh-statistics.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import { readConfig } from '../config.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { withOfferedUndo } from '../history/offered-undo.server.ts'
import type { SheetRow } from '../sheet/cell.ts'
import { explainDbError } from '../write/db-errors.server.ts'
import { guardedWrite } from '../write/guarded-write.server.ts'
import { applyRows } from './apply.server.ts'
import type { Counts } from './classify.server.ts'
import { readSheet } from './file-reader.server.ts'
import { type Agreed, hasSeen, holdToCheck, StoppedImport } from './hold.server.ts'
import { neededColumns } from './import-fields.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { judgeFile } from './judge.server.ts'
import { rowsPlace } from './lines.server.ts'
import { countMarks, type MarkCounts } from './mark-cells.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { readRows } from './read-rows.server.ts'
import { forgetSeen, markDrift, recordSeen } from './seen.server.ts'
import { stageRows } from './stage.server.ts'
import { countWarnings, type WarningCounts } from './warnings.server.ts'

export type Work = {
  db: Database
  files: string
  actor: Actor
  registered: RegisteredResource
  /** The resource as the file shows it: its lines, where they are not rows. */
  file: Resource
  record: ImportRecord
  plan: ImportPlan
  signal: AbortSignal
  progress(progress: { step: string; done?: number; total?: number | null }): void
  mayKeep(): Promise<void>
}

/** Reads the file and stores its interpreted rows. Returns their number. */
async function stageImport({
  db,
  files,
  actor,
  registered,
  file: resource,
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
    let above = Math.min(plan.header, 1)
    progress({ step: 'reading', done: 0, total: sheet.rows - above })
    const { tableName, write } = registered.resource
    for (const table of [tableName, ...(write?.file?.reads ?? [])]) await refreshStatistics(db, table)
    const batches = counted(sheet.batches, plan.header, (titles) => {
      above = titles
    })
    const rows = readRows({ db, actor, resource, plan, timeZone }, batches)
    return await stageRows(db, record.id, stoppable(rows, signal), (done) =>
      progress({ step: 'reading', done, total: sheet.rows - above }),
    )
  } finally {
    await sheet.close()
  }
}

/** The rows as they are. `onTitles` gets the number of those that are no records: the titles and what is above them. */
async function* counted(
  batches: AsyncIterable<readonly SheetRow[]>,
  header: number,
  onTitles: (titles: number) => void,
): AsyncGenerator<readonly SheetRow[]> {
  let titles = 0
  for await (const rows of batches) {
    titles += rows.filter(({ row }) => row <= header).length
    onTitles(titles)
    yield rows
  }
}

type Checked = { counts: Counts; warnings: WarningCounts; marks: MarkCounts }

/** Finds out what the import would do. It stores only this result. */
export async function checkImport(work: Work): Promise<Checked> {
  await forgetSeen(work.db, work.record.id)
  await stageImport(work)
  work.progress({ step: 'judging', done: 0, total: null })
  return judge(work)
}

/** Classifies the staged rows and keeps the result with what it has seen, all of one moment. */
function judge({ db, actor, registered: { resource }, file, record, plan, signal }: Work): Promise<Checked> {
  const importId = record.id
  const place = rowsPlace({ importId, resource, plan })
  const needed = neededColumns(file)
  const atOnce = { isolationLevel: 'repeatable read' } as const
  return db.transaction(async (tx) => {
    const counts = await judgeFile({ db: tx, importId, resource, plan, actor, signal, needed }, false)
    // A check that was seen before stays the one that the import is held to.
    if (await hasSeen(tx, place.importId)) await markDrift({ db: tx, ...place })
    else await recordSeen({ db: tx, ...place })
    const warnings = await countWarnings(tx, importId)
    await tx.update(dataImport).set({ checked: counts, warnings, plan }).where(eq(dataImport.id, importId))
    return { counts, warnings, marks: await countMarks(tx, importId, plan) }
  }, atOnce)
}

type Done = { counts: Counts; changeSetId: number | null; marks?: MarkCounts }

/** Runs the import: all of it in one transaction under one change set, or nothing. */
export async function runImport(work: Work, author: Author, agreed: Agreed): Promise<Done> {
  const { db, actor, registered, record, plan, signal, progress, mayKeep } = work
  const { resource } = registered
  const judged = { importId: record.id, resource, plan }
  const needed = neededColumns(work.file)
  const rows = await stageImport(work)
  // An import without rows must not be recorded as an import.
  if (rows === 0) throw new AppError(422, m.import_noRows())
  progress({ step: 'judging', done: 0, total: null })
  try {
    const done = await guardedWrite(db, author, 'import', async (tx, changeSetId) => {
      const before = await alreadyDone(tx, record.id)
      if (before) return before
      const found = await judgeFile({ db: tx, ...judged, actor, signal, needed }, true)
      const counts = await holdToCheck(tx, { ...judged, counts: found }, agreed)
      const rows = counts.rows ?? counts
      let written = 0
      progress({ step: 'writing', done: 0, total: rows.new + rows.changed })
      await applyRows({
        tx,
        ...rowsPlace(judged),
        actor,
        changeSetId,
        signal,
        onWritten(some) {
          written += some
          progress({ step: 'writing', done: written })
        },
      })
      await mayKeep()
      const own = counts.new + counts.changed > 0 ? changeSetId : null
      // A writer of a whole file takes it back by itself.
      const undoable = resource.write?.file ? { changeSetId: own } : undefined
      const { changeSetId: made } = undoable ?? (await withOfferedUndo(tx, registered, { changeSetId: own }))
      await markDone(tx, record.id, plan, counts, made)
      return { counts, changeSetId: made, marks: await countMarks(tx, record.id, plan) }
    })
    tableChanged(db, resource.tableName)
    return done
  } catch (error) {
    // The rollback has removed the classification, but the user still needs the reasons.
    if (error instanceof StoppedImport) await judge(work)
    throw error
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
  await forgetSeen(tx, id)
}

/** A database error causes a retry, because another user may have been faster. The last attempt explains it. */
export function explainLast(error: unknown, { resource }: RegisteredResource, isLast: boolean): unknown {
  if (error instanceof AppError || !isLast) return error
  return explainDbError(error, resource.constraintFields())
}

async function* stoppable<T>(batches: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal.throwIfAborted()
    yield batch
  }
}
