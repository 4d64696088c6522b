import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { RunAssigned, RunColumn, RunFacts } from '#src/features/exam-run/run.facts.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import { type BySchool, bandsToShow } from './assigned-bands.ts'
import { isCountTold } from './outside-figures.ts'
import { isEnough } from './outsiders.ts'
import type { AssignedShown } from './report.facts.ts'
import type { ShownOutside } from './report-shown.server.ts'
import { classesKnown, type UnitReader, WHOLE } from './report-units.server.ts'

/**
 * What a reader sees of the assigned scores of a subject without seeing all candidates. The outcome is of all of them,
 * so it waits with their corrections: the marks at the borders of two publications would tell them.
 */
export async function assignedOutside(
  db: Db,
  reader: UnitReader,
  shown: ShownOutside,
  run: RunFacts,
  { subject }: RunColumn,
): Promise<AssignedShown> {
  const column = run.columns.find((one) => one.kind === 'assigned' && one.subject === subject)
  if (!column) return 'few'
  const classes = (await classesKnown(db, reader, WHOLE))(column)
  if (!shown.of(column, WHOLE) || !isEnough(shown.othersOf(WHOLE)(column, classes))) return 'few'
  if (shown.held(column).length > 0) return 'held'
  const raw = run.columns.findIndex((one) => one.kind === 'raw' && one.subject === subject)
  const outcome = run.assigned.find((one) => one.subject === subject)
  if (!outcome) return 'few'
  const { rows: own } = await db.execute<OwnMark>(sql`
    select school_id::float8 as school, marks[${raw + 1}::int] as mark, count(*)::int as count from exam_result
    where exam_id = ${reader.examId} and run = ${reader.run} and org_id = any (${sql.param([...classes])}::bigint[])
    group by 1, 2`)
  // Absences that count as zero are no takers.
  const partsOf = (unmarked: boolean) => shown.othersOf(WHOLE)(column, classes, unmarked)
  const counted = shown.countOf(column, WHOLE) && isCountTold({ parts: partsOf(false), none: partsOf(true) }, undefined)
  const all = await takersBySchool(db, reader, raw, outcome)
  const others = all.map((takers, band) => {
    const rest = new Map(takers)
    for (const { school, mark, count } of own) {
      const at = mark > 0 ? school : NO_SCHOOL
      if (isIn(outcome.bands[band], mark)) rest.set(at, Math.max(0, (rest.get(at) ?? 0) - count))
    }
    return rest
  })
  return { counted, bands: bandsToShow(all, others), marks: marksToShow(outcome, own) }
}

type OwnMark = { school: number; mark: number; count: number }

function isIn(band: RunAssigned['bands'][number] | undefined, mark: number): boolean {
  return band !== undefined && mark >= (band.lowest ?? Infinity) && mark <= (band.highest ?? -Infinity)
}

/** The raw marks that a few have, or a few of others, are not shown. */
function marksToShow({ map }: RunAssigned, own: readonly OwnMark[]): ReadonlySet<number> {
  const known = new Map<number, number>()
  for (const { mark, count } of own) known.set(mark, (known.get(mark) ?? 0) + count)
  const shown = map.filter(({ raw, takers }) => {
    const others = takers - (known.get(raw) ?? 0)
    return takers >= FLOOR && (others <= 0 || others >= FLOOR)
  })
  return new Set(shown.map(({ raw }) => raw))
}

/** Bytes: the bands of some dozens of subjects of a thousand schools. */
const ROOM = 16_000_000
const kept = sizedCache<BySchool[]>(ROOM, (bands) => bands.reduce((sum, { size }) => sum + 50 * size, 100))

/** The takers of each band by school. Those with zero may be absent, so they belong to no school. */
async function takersBySchool(
  db: Db,
  { examId, run }: UnitReader,
  raw: number,
  { bands }: RunAssigned,
): Promise<BySchool[]> {
  return kept.read(db, `${examId} ${run} ${raw}`, async () => {
    const lowest = bands.flatMap((band) => band.lowest ?? []).toReversed()
    const { rows } = await db.execute<{ school: number; lowest: number; count: number }>(sql`
      select school_id::float8 as school, (${sql.param(lowest)}::int[])[width_bucket(mark, ${sql.param(lowest)}::int[])] as lowest,
        count(*)::int as count
      from (select school_id, marks[${raw + 1}::int] as mark from exam_result
        where exam_id = ${examId} and run = ${run}) r
      where mark > 0 and mark >= ${lowest[0] ?? 0} group by 1, 2`)
    return bands.map(({ lowest: from, takers }) => {
      const found = new Map(rows.flatMap(({ school, lowest: own, count }) => (own === from ? [[school, count]] : [])))
      const rest = takers - [...found.values()].reduce((sum, count) => sum + count, 0)
      return rest > 0 ? found.set(NO_SCHOOL, rest) : found
    })
  })
}

const NO_SCHOOL = 0
