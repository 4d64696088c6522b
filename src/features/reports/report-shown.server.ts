import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { ReadUnit, UnitReader } from './report-units.server.ts'

/** Below this number of pupils, counts of others are withheld. */
export const FLOOR = 10

/** The name of the axis of a column: who has a mark in it. */
export function axisName(col: number): string {
  return `col-${col}`
}

/** Tells of a unit whether a publication shows the number of its pupils, and so its mean, to people outside. */
export type Shown = (unit: Pick<ReadUnit, 'kind' | 'position'>) => boolean

/**
 * Reads what a publication shows of a column outside of its units. Without a publication, or without an axis of the
 * column, nothing is shown. Units stand in the order of the levels and of their places.
 */
export async function shownUnits(
  db: Db,
  { examId, run, levels }: UnitReader,
  number: number | null,
  cols: readonly number[],
): Promise<(col: number) => Shown> {
  const nothing: Shown = () => false
  if (number === null || cols.length === 0) return () => nothing
  const { rows } = await db.execute<{ axis: string; shown: Uint8Array }>(sql`
    select axis, shown from publication_axis
    where exam_id = ${examId} and number = ${number} and axis = any (${sql.param(cols.map(axisName))}::text[])`)
  if (rows.length === 0) return () => nothing
  const { rows: sizes } = await db.execute<{ kind: string; units: number }>(sql`
    select kind, count(*)::int as units from run_unit where exam_id = ${examId} and run = ${run} and kind = any (${sql.param(levels)}::text[]) group by kind`)
  const sizeOf = new Map(sizes.map(({ kind, units }) => [kind, units]))
  const order: readonly string[] = levels
  const firstOf = (kind: string) => {
    const at = order.indexOf(kind)
    return at < 0 ? undefined : levels.slice(0, at).reduce((sum, level) => sum + (sizeOf.get(level) ?? 0), 0)
  }
  const byAxis = new Map(rows.map(({ axis, shown }) => [axis, shown]))
  return (col) => {
    const shown = byAxis.get(axisName(col))
    return ({ kind, position }) => {
      const first = firstOf(kind)
      return first !== undefined && shown?.[first + position] === 1
    }
  }
}
