import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import type { Counts } from './classify.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { countAgain } from './judge.server.ts'
import { namedByLine } from './line-names.server.ts'
import { type RowsPlace, rowsPlace } from './lines.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { driftedRows, markDrift, recordAsked, type SinceCheck, skipDrifted } from './seen.server.ts'
import { countWarnings } from './warnings.server.ts'

/** What the owner has agreed to after the check. */
export type Agreed = {
  /** Writes the good rows even when there are refused rows. */
  skipRefused: boolean
  /** Writes the rows that the check has warned of. */
  acceptWarnings: boolean
  /** What to do with rows that have changed since the check. */
  sinceCheck: SinceCheck
}

/** Why an import writes nothing although its file can be read. The classification that says so is kept. */
export class StoppedImport extends AppError {}

/** Whether an import begins with the plan of its last check. */
export function isChecked({ checked, plan }: Pick<ImportRecord, 'checked' | 'plan'>, next: ImportPlan): boolean {
  return checked !== null && isDeepStrictEqual(plan, next)
}

/**
 * Asks before an import begins whether it is still what its check has shown.
 * @throws AppError 422 with `data.warnings` when nobody has accepted them, 409 with `data.rows`: at most a hundred of
 * the rows that have changed since the check
 */
export async function assertAsChecked(
  db: Db,
  {
    resource,
    file,
    actor,
    record,
    plan,
  }: { resource: Resource; file: Resource; actor: Actor; record: ImportRecord; plan: ImportPlan },
  { acceptWarnings, sinceCheck }: Pick<Agreed, 'acceptWarnings' | 'sinceCheck'>,
): Promise<void> {
  if (!isChecked(record, plan)) return
  const { warnings } = record
  if (warnings && warnings.rows > 0 && !acceptWarnings)
    throw new AppError(422, m.import_warned({ count: warnings.rows }), { reason: 'warnings', warnings })
  if (sinceCheck === 'skip') return
  const judged = { importId: record.id, resource, plan }
  const place = { db, actor, ...rowsPlace(judged) }
  const { count, unasked, rows } = await driftedRows(place)
  if (sinceCheck === 'overwrite' ? unasked === 0 : count === 0) return
  await recordAsked(place)
  const lines = await namedByLine(db, { ...judged, file }, rows)
  const named = lines.map((row) => ({ ...row, time: row.time && instantFromDatabase(row.time) }))
  throw new AppError(409, m.import_drifted({ count }), { reason: 'drifted', count, rows: named })
}

/**
 * Holds the import to its check, inside its transaction, where the rows are locked and classified. Returns the numbers
 * of rows that it will write.
 * @throws StoppedImport when it would do something that its owner has not agreed to
 */
export async function holdToCheck(
  tx: Db,
  { counts, ...judged }: RowsPlace & { counts: Counts },
  { skipRefused, acceptWarnings, sinceCheck }: Agreed,
): Promise<Counts> {
  if (counts.refused > 0 && !skipRefused) throw new StoppedImport(422, m.import_refused({ count: counts.refused }))
  const warnings = await countWarnings(tx, judged.importId)
  if (warnings.rows > 0 && !acceptWarnings) throw new StoppedImport(422, m.import_warned({ count: warnings.rows }))
  const place = { db: tx, ...rowsPlace(judged) }
  const { drifted, unasked } = await markDrift(place)
  if (drifted === 0) return counts
  const stopping = sinceCheck === 'ask' ? drifted : sinceCheck === 'overwrite' ? unasked : 0
  if (stopping > 0) throw new StoppedImport(409, m.import_drifted({ count: stopping }))
  if (sinceCheck === 'overwrite') return counts
  await skipDrifted(place)
  return countAgain(tx, judged)
}

/** Whether a check has seen the rows of an import. */
export async function hasSeen(db: Db, importId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from import_seen where import_id = ${importId} limit 1`)
  return rows.length > 0
}
