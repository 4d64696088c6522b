import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { HeldPlace, HeldResult } from './held-marks.ts'
import { classesIn } from './report-units.server.ts'
import { type RunKey, type RunUnit, runUnits } from './run-units.server.ts'

/** What the run has of pupils whose corrections wait, as far as they are in a unit now. */
export async function heldResults(
  db: Db,
  { examId, run }: RunKey,
  places: readonly HeldPlace[],
  unit: Pick<RunUnit, 'kind' | 'unitId'>,
): Promise<HeldResult[]> {
  const ids = [...new Set(places.map(({ id }) => id))]
  if (ids.length === 0) return []
  const { rows } = await db.execute<HeldResult & { org: number }>(sql`
    select candidate_id::float8 as id, school_id::float8 as school, org_id::float8 as org, marks from exam_result
    where exam_id = ${examId} and run = ${run} and candidate_id = any (${sql.param(ids)}::bigint[])`)
  const classes = new Set(classesIn(await runUnits(db, { examId, run }), unit).map(({ unitId }) => unitId))
  return rows.flatMap(({ org, ...result }) => (classes.has(org) ? [result] : []))
}
