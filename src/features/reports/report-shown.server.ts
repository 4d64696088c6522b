import type { Db } from '#src/db/client.server.ts'
import type { LevelKind } from '#src/features/exam-engine/frame.ts'
import { readAxes } from '#src/features/exam-run/axes-store.server.ts'
import { axisName } from '#src/features/exam-run/axis-name.ts'
import type { PublishedAxes } from '#src/features/exam-run/published-axes.ts'
import type { RunColumn } from '#src/features/exam-run/run.facts.ts'
import { shownUnit } from '#src/features/exam-run/shown-units.ts'
import { othersWithin } from './outsiders.ts'
import type { ReadUnit } from './report-units.server.ts'

/** Tells of a unit whether a publication shows its mean to people outside. */
export type Shown = (unit: Pick<ReadUnit, 'kind' | 'unitId'>) => boolean

/** What a publication shows outside of its units, in the columns that are wanted. */
export type ShownOutside = {
  of(column: RunColumn): Shown
  /** How many of others count in a column of a unit, by part: see `othersWithin`. */
  othersOf(unit: Pick<ReadUnit, 'kind' | 'unitId'>): (column: RunColumn, own: ReadonlySet<number>) => number[]
}

/** Reads it. Without a publication, or without an axis of a column, nothing is shown. */
export async function shownUnits(
  db: Db,
  examId: number,
  number: number | null,
  columns: readonly RunColumn[],
): Promise<ShownOutside> {
  const names = columns.map(axisName)
  const published = number === null ? undefined : await readAxes(db, { examId, number }, names)
  if (!published) return { of: () => () => false, othersOf: () => () => [] }
  const othersOf: ShownOutside['othersOf'] = (unit) => {
    const others = othersWithin(published, unit)
    return (column, own) => others(axisName(column), own)
  }
  return { of: (column) => shownIn(published, axisName(column)), othersOf }
}

function shownIn(published: PublishedAxes, name: string): Shown {
  const late = unitsWaiting(published, name)
  return ({ kind, unitId }) => {
    if (!isLevel(kind) || late.has(`${kind} ${unitId}`)) return false
    const shown = shownUnit(published, name, { kind, id: unitId })
    return shown !== undefined && shown.counted !== null
  }
}

function isLevel(kind: ReadUnit['kind']): kind is LevelKind {
  return kind !== 'group' && kind !== 'combo'
}

/**
 * The units with pupils whose corrections wait. The run has the new marks already, and so its mean would tell them: the
 * mean of such a unit waits too.
 */
function unitsWaiting({ units, axes }: PublishedAxes, name: string): Set<string> {
  const found = new Set<string>()
  for (const { unit: own } of axes.find((axis) => axis.name === name)?.waiting ?? []) {
    for (let unit = own; unit >= 0; unit = units.parents[unit] ?? -1)
      found.add(`${units.kinds[unit]} ${units.ids[unit]}`)
  }
  return found
}
