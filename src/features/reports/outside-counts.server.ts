import type { RunColumn } from '#src/features/exam-run/run.facts.ts'
import { isCountTold, isTotalApart } from './outside-figures.ts'
import { isEnough } from './outsiders.ts'
import type { FactUnit, Stat } from './report.facts.ts'
import type { ShownOutside } from './report-shown.server.ts'
import { classesIn, type ReadUnit, type UnitReader } from './report-units.server.ts'

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

type Known = (column: RunColumn) => Set<number>

/**
 * What somebody outside may be told of a unit.
 * @param known the classes whose pupils the reader knows in a column
 * @param between the units of others above the reader's own
 */
export function outsideCounts(
  shown: ShownOutside,
  reader: UnitReader,
  known: Known,
  of: ReadUnit,
  between: readonly ReadUnit[],
) {
  const others = shown.othersOf(of)
  const kept = new Map<RunColumn, { own: Set<number>; parts: readonly number[]; none: readonly number[] }>()
  /** Counting goes through all classes, so it is done once for each column. */
  const countsOf = (column: RunColumn) => {
    const own = known(column)
    const found = kept.get(column) ?? { own, parts: others(column, own), none: others(column, own, true) }
    kept.set(column, found)
    return found
  }
  const countedIn = (column: RunColumn) => sum(countsOf(column).parts)
  /** How many others have a total, by part. Somebody who teaches a subject knows more classes there than in totals. */
  const totalsBeside = (total: RunColumn, { own }: { own: Set<number> }) =>
    own.size === countsOf(total).own.size ? countsOf(total).parts : others(total, own)
  const place = between.findIndex(({ kind, unitId }) => kind === of.kind && unitId === of.unitId)
  const lower = place < 0 ? between : between.slice(0, place)
  const isToldOf = (unit: ReadUnit, column: RunColumn) => {
    if (!shown.of(column, unit)) return false
    return isEnough(unit === of ? countsOf(column).parts : shown.othersOf(unit)(column, known(column)))
  }
  /** A unit in between is shown too, so the rest without it is told. */
  const isApart = (column: RunColumn) =>
    lower
      .filter((unit) => isToldOf(unit, column))
      .every((unit) => {
        const classes = classesIn(reader.units, unit).map(({ unitId }) => unitId)
        return isEnough(others(column, new Set([...known(column), ...classes])))
      })
  return {
    isSafe: (column: RunColumn) => isToldOf(of, column) && isApart(column),
    /** The figures that may stand side by side, and the columns whose numbers may not. */
    toldOf(columns: readonly RunColumn[], stats: ReadonlyMap<number, Stat>): Pick<FactUnit, 'stats' | 'uncounted'> {
      const at = columns.findIndex(({ kind, track }) => kind === 'total' && track === null)
      const total = columns[at]
      const isWhole = total !== undefined && shown.of(total, of)
      const sitting = (column: RunColumn) => countedIn(column) + sum(countsOf(column).none)
      const most = Math.max(0, ...columns.map(sitting))
      // Who has a total has all of these.
      const required = columns.filter(({ kind, counts }) => kind !== 'total' && counts)
      const more = (column: RunColumn) => (isWhole ? countedIn(column) - sum(totalsBeside(total, countsOf(column))) : 0)
      const uncounted = new Set(
        [...stats.keys()].filter((col) => {
          const column = columns[col]
          if (!column || !shown.countOf(column, of)) return true
          // Those who chose one subject are who did not choose another one.
          if (sitting(column) < most) return true
          const beside = isWhole && column.kind !== 'total' ? total : undefined
          return !isCountTold(countsOf(column), beside && totalsBeside(beside, countsOf(column)))
        }),
      )
      const found = stats.get(at)
      const isLeft =
        !total ||
        !found ||
        isTotalApart(
          required.map((column) => ({ column, more: more(column) })),
          { column: total, counted: found.counted },
        )
      return { uncounted, stats: isLeft ? stats : new Map([...stats, [at, null]]) }
    },
  }
}
