import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { RunColumn, RunFacts } from '#src/features/exam-run/run.facts.ts'
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
  const { rows } = await db.execute<{ mark: number; count: number }>(sql`
    select marks[${raw + 1}::int] as mark, count(*)::int as count from exam_result
    where exam_id = ${reader.examId} and run = ${reader.run} and org_id = any (${sql.param([...classes])}::bigint[])
    group by 1`)
  const own = new Map(rows.map(({ mark, count }) => [mark, count]))
  const outcome = run.assigned.find((one) => one.subject === subject)
  // Absences that count as zero are no takers.
  const sumOf = (unmarked: boolean) =>
    shown
      .othersOf(WHOLE)(column, classes, unmarked)
      .reduce((sum, one) => sum + one, 0)
  const counted = shown.countOf(column, WHOLE) && isCountTold({ counted: sumOf(false), none: sumOf(true) }, undefined)
  return {
    counted,
    others: new Map(outcome?.map.map((one) => [one.raw, Math.max(0, one.takers - (own.get(one.raw) ?? 0))])),
  }
}
