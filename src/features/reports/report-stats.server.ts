import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { StatFacts } from '#src/features/exam-run/run.facts.ts'
import { madeOnce, sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { UnitReader } from './report-units.server.ts'
import type { RunKey, RunUnit } from './run-units.server.ts'

type StatUnit = Pick<RunUnit, 'kind' | 'unitId'>
type StatRow = StatUnit & { col: number; facts: StatFacts }

/** Which columns of which units. */
export type StatsWanted = { units: readonly StatUnit[]; cols: readonly number[] }

/** The figures of a unit that were read, by column; null where it has none. */
type KeptStats = Map<number, StatFacts | null>

/** Bytes: about thirty thousand figures, of a unit in a column each. */
const ROOM = 48_000_000
const kept = sizedCache<KeptStats>(ROOM, sizeOf)

/** Readers who open a new report together read the figures of all schools once. */
const once = madeOnce<StatRow[]>()

/** About the bytes of figures in memory. */
function sizeOf(stats: KeptStats): number {
  let size = 200
  for (const facts of stats.values())
    size += facts ? 700 + 40 * (facts.bands.length + (facts.double?.length ?? 0) * 4) + 16 * facts.histogram.length : 50
  return size
}

/** The key of a unit in the map of `readStats`: a teaching group has one subject, whose columns it has. */
export function statKey(unit: StatUnit): string {
  return `${unit.kind}-${unit.unitId}`
}

/**
 * Reads the figures of units, by the key of the unit and the column. They never change, so that they are kept while
 * there is room. The answer has what is wanted, and nothing else.
 */
export async function readStats(
  db: Db,
  { examId, run }: RunKey,
  wanted: readonly StatsWanted[],
): Promise<Map<string, Map<number, StatFacts>>> {
  const keyOf = (unit: StatUnit) => `${examId} ${run} ${statKey(unit)}`
  const read = new Map<string, KeptStats>()
  const missing = wanted.map(({ units, cols }) => ({
    cols,
    units: units.filter((unit) => {
      const known = kept.get(db, keyOf(unit))
      if (known) read.set(statKey(unit), known)
      return !cols.every((col) => known?.has(col))
    }),
  }))
  await fetchStats(db, { examId, run }, missing, read)
  for (const { units } of missing) {
    for (const unit of units) kept.set(db, keyOf(unit), read.get(statKey(unit)) ?? new Map())
  }
  const found = new Map<string, Map<number, StatFacts>>()
  for (const { units, cols } of wanted) {
    for (const unit of units) {
      const key = statKey(unit)
      const own = found.get(key) ?? new Map<number, StatFacts>()
      for (const col of cols) {
        const facts = read.get(key)?.get(col)
        if (facts) own.set(col, facts)
      }
      if (own.size > 0) found.set(key, own)
    }
  }
  return found
}

/** Adds the figures of units to those that were read before, in a map of its own: others may use the one before. */
async function fetchStats(
  db: Db,
  { examId, run }: RunKey,
  wanted: readonly StatsWanted[],
  read: Map<string, KeptStats>,
): Promise<void> {
  const parts = wanted.flatMap(({ units, cols }) =>
    [...Map.groupBy(units, ({ kind }) => kind)].map(
      ([kind, own]) => sql`(kind = ${kind} and unit_id = any (${sql.param(own.map(({ unitId }) => unitId))}::bigint[])
        and col = any (${sql.param(cols)}::smallint[]))`,
    ),
  )
  if (parts.length === 0) return
  const key = wanted.map(({ units, cols }) => `${cols} ${units.map(statKey)}`)
  const rows = await once(db, `${examId} ${run} ${key.join(' ')}`, async () => {
    const found = await db.execute<StatRow>(sql`
      select kind, unit_id::float8 as "unitId", col, facts from run_stat
      where exam_id = ${examId} and run = ${run} and (${sql.join(parts, sql` or `)})`)
    return found.rows
  })
  for (const { units, cols } of wanted) {
    for (const unit of units) {
      const key = statKey(unit)
      read.set(key, new Map([...cols.map((col) => [col, null] as const), ...(read.get(key) ?? [])]))
    }
  }
  for (const { facts, col, ...unit } of rows) read.get(statKey(unit))?.set(col, facts)
}

/** The figures of the schools in a column, as far as they have a mean, with the units above them. */
export async function schoolMeans(db: Db, reader: UnitReader, col: number) {
  const schools = reader.units.ofKind('school')
  const stats = await readStats(db, reader, [{ units: schools, cols: [col] }])
  return schools.flatMap((school) => {
    const stat = stats.get(statKey(school))?.get(col)
    return stat && stat.mean !== null ? [{ id: school.unitId, parent: school.parentId, stat }] : []
  })
}
