import type { Db } from '#src/db/client.server.ts'
import type { RunColumn, RunFacts, RunLine } from '#src/features/exam-run/run.facts.ts'
import { areApart } from './outsiders.ts'
import type { ShownOutside } from './report-shown.server.ts'
import { readStats, statKey } from './report-stats.server.ts'
import { classesKnown, type UnitReader, WHOLE } from './report-units.server.ts'

/** The lines as a reader sees them, and the places of those that are withheld as a whole. */
export type LinesOutside = { lines: RunFacts['lines']; hidden: readonly number[] }

/** So many pass for each correction that waits: then the tenths of a line of a subject do not tell it. */
const PASSERS_PER_CORRECTION = 30

/**
 * The lines of a run for somebody who does not see all of it. How many of all pass a line by place or share is known to
 * everybody, so it is withheld where too few of others pass it, fail it, or are between it and another one. The line of
 * a subject is made of the marks of those who pass, so it is left out where too few of them are others: with few, it
 * would be their marks.
 */
export async function linesOutside(
  db: Db,
  reader: UnitReader,
  run: RunFacts,
  shown: Pick<ShownOutside, 'held'> | undefined,
): Promise<LinesOutside> {
  if (run.lines.every(({ by, subjects }) => by === 'score' && subjects.length === 0))
    return { lines: run.lines, hidden: [] }
  const { passers, takers, others } = await countsOutside(db, reader, run)
  const hidden = hiddenLines(run.lines, (line, at) => [
    others(line.column, (unit) => takers(unit, line.column)),
    others(line.column, (unit) => passers(unit, at, line.column)),
  ])
  const waiting = (col: number) => {
    const column: RunColumn | undefined = run.columns[col]
    return column && shown ? shown.held(column).length : 0
  }
  const kept = new Map<number, number[][]>()
  const lines = run.lines.map((line, at) => ({
    ...line,
    mark: hidden.includes(at) ? null : line.mark,
    subjects: line.subjects.filter(({ column }) => {
      const borders = kept.get(column) ?? [[], others(column, (unit) => takers(unit, column))]
      const count = others(column, (unit) => passers(unit, at, column))
      const hides = PASSERS_PER_CORRECTION * Math.max(waiting(column), waiting(line.column))
      if (hidden.includes(at) || !areApart([...borders, count]) || passers(statKey(WHOLE), at, column) < hides)
        return false
      kept.set(column, [...borders, count])
      return true
    }),
  }))
  return { lines, hidden }
}

/** The lines that are no marks of their own. @param countsOf how many others are compared, and pass */
function hiddenLines(
  lines: readonly RunLine[],
  countsOf: (line: RunLine, at: number) => [number[], number[]],
): number[] {
  const shown = new Map<number, number[][]>()
  return lines.flatMap((line, at) => {
    if (line.by === 'score' || line.mark === null) return []
    const [all, count] = countsOf(line, at)
    const borders = [...(shown.get(line.column) ?? [[], all]), count]
    if (!areApart(borders)) return [at]
    shown.set(line.column, borders)
    return []
  })
}

/** How many of a unit pass, and how many others are left of each school. */
async function countsOutside(db: Db, reader: UnitReader, run: RunFacts) {
  const known = await classesKnown(db, reader, WHOLE)
  const schools = reader.units.ofKind('school')
  const ids = new Set(run.columns.flatMap((column) => [...known(column)]))
  const classes = reader.units.ofKind('class').filter(({ unitId }) => ids.has(unitId))
  const bySchool = Map.groupBy(classes, ({ parentId }) => parentId)
  const cols = run.lines.flatMap(({ column, subjects }) => [column, ...subjects.map((one) => one.column)])
  const stats = await readStats(db, reader, [{ units: [WHOLE, ...schools, ...classes], cols: [...new Set(cols)] }])
  const statOf = (unit: string, col: number) => stats.get(unit)?.get(col)
  return {
    /** Of a total those who pass; of a subject those of them who have a mark in it. */
    passers(unit: string, line: number, col: number): number {
      const stat = statOf(unit, col)
      const double = stat?.double?.find((one) => one.line === line)
      if (double) return double.both + double.totalOnly
      return stat?.passers?.find((one) => one.line === line)?.count ?? 0
    },
    takers: (unit: string, col: number) => statOf(unit, col)?.counted ?? 0,
    others(col: number, read: (unit: string) => number): number[] {
      const column = run.columns[col]
      const own = column ? known(column) : new Set<number>()
      return schools.map((school) =>
        (bySchool.get(school.unitId) ?? [])
          .filter(({ unitId }) => own.has(unitId))
          .reduce((rest, unit) => rest - read(statKey(unit)), read(statKey(school))),
      )
    },
  }
}
