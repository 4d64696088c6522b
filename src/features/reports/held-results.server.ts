import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { HeldPlace, HeldResult } from './held-marks.ts'
import { classesOf, type ReadUnit, type UnitReader } from './report-units.server.ts'

/** What the run has of pupils whose corrections wait, as far as they are in a unit now. */
export async function heldResults(
  db: Db,
  { examId, run }: Pick<UnitReader, 'examId' | 'run'>,
  places: readonly HeldPlace[],
  unit: Pick<ReadUnit, 'kind' | 'unitId'>,
): Promise<HeldResult[]> {
  const ids = [...new Set(places.map(({ id }) => id))]
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number; school: number; marks: number[] }>(sql`
    select r.candidate_id::float8 as id, r.school_id::float8 as school, r.marks from exam_result r
    where r.exam_id = ${examId} and r.run = ${run} and r.candidate_id = any (${sql.param(ids)}::bigint[])
      and r.org_id in (select u.unit_id from run_unit u
        where u.exam_id = r.exam_id and u.run = r.run and u.kind = 'class' and ${classesOf(unit)})`)
  return rows
}
