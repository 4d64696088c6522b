import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { StatFacts } from '#src/features/exam-run/run.facts.ts'
import type { ReadUnit, UnitReader } from './report-units.server.ts'

type StatRow = { kind: ReadUnit['kind']; unitId: number; col: number; facts: StatFacts }

/** Which columns of which units. */
export type StatsWanted = { units: readonly Pick<ReadUnit, 'kind' | 'unitId'>[]; cols: readonly number[] }

/** Reads the figures of units, by the key of the unit and the column. Nothing else is read. */
export async function readStats(
  db: Db,
  { examId, run }: Pick<UnitReader, 'examId' | 'run'>,
  wanted: readonly StatsWanted[],
): Promise<Map<string, Map<number, StatFacts>>> {
  const parts = wanted.flatMap(({ units, cols }) => {
    const byKind = Map.groupBy(units, ({ kind }) => kind)
    return [...byKind].map(
      ([kind, own]) => sql`(kind = ${kind} and unit_id = any (${sql.param(own.map(({ unitId }) => unitId))}::bigint[])
        and col = any (${sql.param(cols)}::smallint[]))`,
    )
  })
  const found = new Map<string, Map<number, StatFacts>>()
  if (parts.length === 0) return found
  const { rows } = await db.execute<StatRow>(sql`
    select kind, unit_id::float8 as "unitId", col, facts from run_stat
    where exam_id = ${examId} and run = ${run} and (${sql.join(parts, sql` or `)})`)
  for (const { kind, unitId, col, facts } of rows) {
    const key = `${kind}-${unitId}`
    const own = found.get(key) ?? new Map<number, StatFacts>()
    if (own.size === 0) found.set(key, own)
    own.set(col, facts)
  }
  return found
}

/** The key of a unit in the map of `readStats`: a teaching group has one subject, whose columns it has. */
export function statKey(unit: Pick<ReadUnit, 'kind' | 'unitId'>): string {
  return `${unit.kind}-${unit.unitId}`
}

/** The figures of the schools in a column, as far as they have a mean, with the units above them. */
export async function schoolMeans(db: Db, { examId, run }: UnitReader, col: number) {
  const { rows } = await db.execute<{ id: number; parent: number; stat: StatFacts }>(sql`
    select s.unit_id::float8 as id, u.parent_id::float8 as parent, s.facts as stat
    from run_stat s join run_unit u on u.exam_id = s.exam_id and u.run = s.run and u.kind = s.kind and u.unit_id = s.unit_id
    where s.exam_id = ${examId} and s.run = ${run} and s.kind = 'school' and s.col = ${col} and s.facts ->> 'mean' is not null`)
  return rows
}
