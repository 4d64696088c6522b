import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { type Counts, classifyRows, countRows } from './classify.server.ts'
import { countLineRows, foldActions, foldVerdicts } from './fold.server.ts'
import { countJudged, judgeLines } from './judge-lines.server.ts'
import { type RowsPlace, rowsPlace } from './lines.server.ts'
import { unfoldLines } from './unfold.server.ts'

export type Judging = RowsPlace & { db: Db; actor: Actor; signal: AbortSignal; needed: readonly string[] }

/**
 * Decides what happens to each line of a file. Lines that are no rows become rows first, which are classified like the
 * rows of any file.
 * @param lock locks the rows that will be changed against other users
 */
export async function judgeFile(judging: Judging, lock: boolean): Promise<Counts> {
  const { db, importId, resource, plan, actor, signal, needed } = judging
  if (resource.write?.file) {
    await judgeLines({ ...judging, writer: resource.write.file }, lock)
    return countFile(db, judging)
  }
  const own = resource.write?.import
  const rows = rowsPlace(judging)
  if (own) await unfoldLines({ db, importId, own, plan, actor, needed })
  signal.throwIfAborted()
  const counts = await classifyRows({ db, actor, signal, ...rows }, lock)
  if (!own) return counts
  signal.throwIfAborted()
  await foldVerdicts(db, importId, rows)
  return countFile(db, judging)
}

/** The numbers of a judged file: its lines by action and, where lines are no rows, the rows too. */
export async function countFile(
  db: Db,
  { importId, resource }: Pick<RowsPlace, 'importId' | 'resource'>,
): Promise<Counts> {
  const lines = await countRows(db, importId)
  const { file } = resource.write ?? {}
  if (file) return { ...lines, rows: await countJudged(db, importId, file) }
  if (!resource.write?.import) return lines
  return { ...lines, rows: await countLineRows(db, importId) }
}

/** The same after some of the rows are skipped. */
export async function countAgain(db: Db, place: Pick<RowsPlace, 'importId' | 'resource'>): Promise<Counts> {
  if (place.resource.write?.import) await foldActions(db, place.importId)
  return countFile(db, place)
}
