import type { RunColumn } from '#src/features/exam-run/run.facts.ts'
import { isCountTold, isTotalApart } from './outside-figures.ts'
import { isEnough } from './outsiders.ts'
import type { FactUnit, Stat } from './report.facts.ts'
import type { ShownOutside } from './report-shown.server.ts'
import { classesIn, type ReadUnit, type UnitReader } from './report-units.server.ts'

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
  const sumOf = (column: RunColumn, own: ReadonlySet<number>, unmarked = false) =>
    others(column, own, unmarked).reduce((sum, count) => sum + count, 0)
  const place = between.findIndex(({ kind, unitId }) => kind === of.kind && unitId === of.unitId)
  const lower = place < 0 ? between : between.slice(0, place)
  const isToldOf = (unit: ReadUnit, column: RunColumn) =>
    shown.of(column, unit) && isEnough(shown.othersOf(unit)(column, known(column)))
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
      /** The total that nobody has without a mark in the column: that of a first-choice subject, where there are such. */
      const totalOf = ({ kind, subject }: RunColumn) => {
        if (kind === 'total') return undefined
        return isWhole ? total : columns.find((one) => one.kind === 'total' && one.track === subject)
      }
      // Who has a total has all of these.
      const required = columns.filter(({ kind, counts }) => kind !== 'total' && counts)
      const more = (column: RunColumn) => {
        const own = known(column)
        return isWhole ? sumOf(column, own) - sumOf(total, own) : 0
      }
      const uncounted = new Set(
        [...stats.keys()].filter((col) => {
          const column = columns[col]
          if (!column || !shown.countOf(column, of)) return true
          const own = known(column)
          const counts = { counted: sumOf(column, own), none: sumOf(column, own, true) }
          const beside = totalOf(column)
          return !isCountTold(counts, beside && sumOf(beside, own))
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
