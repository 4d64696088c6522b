import type { Db } from '#src/db/client.server.ts'
import type { RunColumn, RunFacts, RunLine, StatFacts } from '#src/features/exam-run/run.facts.ts'
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
  const { takers, passers, allPassing } = await countsOutside(db, reader, run)
  const hidden = hiddenLines(run.lines, (line, at) => [takers(line.column), passers(at, line.column)])
  const waiting = (col: number) => {
    const column: RunColumn | undefined = run.columns[col]
    return column && shown ? shown.held(column).length : 0
  }
  const kept = new Map<number, number[][]>()
  const lines = run.lines.map((line, at) => ({
    ...line,
    mark: hidden.includes(at) ? null : line.mark,
    subjects: line.subjects.filter(({ column }) => {
      const borders = kept.get(column) ?? [[], takers(column)]
      const count = passers(at, column)
      const hides = PASSERS_PER_CORRECTION * Math.max(waiting(column), waiting(line.column))
      if (hidden.includes(at) || !areApart([...borders, count]) || allPassing(at, column) < hides) return false
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

/** How many of each school, in their order: those with a mark by column, and those who pass by line and column. */
type SchoolCounts = { takers: Map<number, Int32Array>; passers: Map<string, Int32Array> }

// A run never changes, and stays in memory for a while: going through all schools once is enough.
const keptCounts = new WeakMap<RunFacts, SchoolCounts>()

async function schoolCounts(db: Db, reader: UnitReader, run: RunFacts, cols: readonly number[]): Promise<SchoolCounts> {
  const known = keptCounts.get(run)
  if (known) return known
  const schools = reader.units.ofKind('school')
  const stats = await readStats(db, reader, [{ units: schools, cols }])
  const read = (count: (stat: StatFacts | undefined) => number, col: number) =>
    Int32Array.from(schools, (school) => count(stats.get(statKey(school))?.get(col)))
  const made: SchoolCounts = { takers: new Map(), passers: new Map() }
  for (const col of cols) {
    made.takers.set(col, read(takersIn, col))
    for (const line of run.lines.keys()) made.passers.set(`${line} ${col}`, read(passersIn(line), col))
  }
  keptCounts.set(run, made)
  return made
}

const takersIn = (stat: StatFacts | undefined) => stat?.counted ?? 0

/** Of a total those who pass; of a subject those of them who have a mark in it. */
const passersIn = (line: number) => (stat: StatFacts | undefined) => {
  const double = stat?.double?.find((one) => one.line === line)
  if (double) return double.both + double.totalOnly
  return stat?.passers?.find((one) => one.line === line)?.count ?? 0
}

/** How many others than those whom the reader knows have a mark, or pass, by school; and how many of all pass. */
async function countsOutside(db: Db, reader: UnitReader, run: RunFacts) {
  const known = await classesKnown(db, reader, WHOLE)
  const ids = new Set(run.columns.flatMap((column) => [...known(column)]))
  const classes = [...ids].flatMap((id) => reader.units.find('class', id) ?? [])
  const cols = [...new Set(run.lines.flatMap(({ column, subjects }) => [column, ...subjects.map((one) => one.column)]))]
  const schools = await schoolCounts(db, reader, run, cols)
  const places = new Map(reader.units.ofKind('school').map(({ unitId }, at) => [unitId, at]))
  const stats = await readStats(db, reader, [{ units: [WHOLE, ...classes], cols }])
  const others = (
    of: Int32Array | undefined,
    col: number,
    count: (stat: StatFacts | undefined) => number,
  ): number[] => {
    const column = run.columns[col]
    const own = column ? known(column) : new Set<number>()
    const rest = Array.from(of ?? [])
    for (const unit of classes) {
      const place = places.get(unit.parentId)
      if (place === undefined || !own.has(unit.unitId)) continue
      rest[place] = (rest[place] ?? 0) - count(stats.get(statKey(unit))?.get(col))
    }
    return rest
  }
  return {
    takers: (col: number) => others(schools.takers.get(col), col, takersIn),
    passers: (line: number, col: number) => others(schools.passers.get(`${line} ${col}`), col, passersIn(line)),
    allPassing: (line: number, col: number) => passersIn(line)(stats.get(statKey(WHOLE))?.get(col)),
  }
}
