import type { Db } from '#src/db/client.server.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { RunFacts } from '#src/features/exam-run/run.facts.ts'
import { readStats, statKey } from './report-stats.server.ts'
import { classesKnown, type UnitReader, WHOLE } from './report-units.server.ts'

/**
 * The lines of a run for somebody who does not see all of it. The line of a subject is made of the marks of those who
 * pass, so it is left out where too few of them are others: with few, it would be their marks.
 */
export async function linesOutside(db: Db, reader: UnitReader, run: RunFacts): Promise<RunFacts['lines']> {
  if (run.lines.every(({ subjects }) => subjects.length === 0)) return run.lines
  const known = await classesKnown(db, reader, WHOLE)
  const ids = new Set(run.columns.flatMap((column) => [...known(column)]))
  const classes = [...ids].map((unitId) => ({ kind: 'class' as const, unitId }))
  const cols = [...new Set(run.lines.flatMap(({ subjects }) => subjects.map(({ column }) => column)))]
  const stats = await readStats(db, reader, [{ units: [WHOLE, ...classes], cols }])
  const passers = (unit: Parameters<typeof statKey>[0], line: number, col: number) => {
    const found = stats
      .get(statKey(unit))
      ?.get(col)
      ?.double?.find((one) => one.line === line)
    return found ? found.both + found.totalOnly : 0
  }
  const others = (line: number, col: number) => {
    const column = run.columns[col]
    const own = column ? known(column) : new Set<number>()
    return classes.reduce(
      (rest, unit) => (own.has(unit.unitId) ? rest - passers(unit, line, col) : rest),
      passers(WHOLE, line, col),
    )
  }
  return run.lines.map((line, at) => ({
    ...line,
    subjects: line.subjects.filter(({ column }) => {
      const count = others(at, column)
      return count === 0 || count >= FLOOR
    }),
  }))
}
