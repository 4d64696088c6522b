import type { Db } from '#src/db/client.server.ts'
import type { LevelKind } from '#src/features/exam-engine/frame.ts'
import { readAxes } from '#src/features/exam-run/axes-store.server.ts'
import { axisName } from '#src/features/exam-run/axis-name.ts'
import type { PublishedAxes } from '#src/features/exam-run/published-axes.ts'
import type { RunColumn } from '#src/features/exam-run/run.facts.ts'
import { isMeanShown, shownUnit } from '#src/features/exam-run/shown-units.ts'
import type { HeldPlace } from './held-marks.ts'
import { othersWithin } from './outsiders.ts'
import { type ReadUnit, unitKey } from './report-units.server.ts'

type Unit = Pick<ReadUnit, 'kind' | 'unitId'>

/** What a publication shows outside of its units, in the columns that are wanted. */
export type ShownOutside = {
  /** Whether the mean of a unit is shown to people outside. */
  of(column: RunColumn, unit: Unit): boolean
  /** Whether it is told how many have a mark. */
  countOf(column: RunColumn, unit: Unit): boolean
  /** How many of others count in a column of a unit, by part: see `othersWithin`. */
  othersOf(unit: Unit): (column: RunColumn, own: ReadonlySet<number>, unmarked?: boolean) => number[]
  /** Where pupils count as in the publication before, because their corrections wait. */
  held(column: RunColumn): readonly HeldPlace[]
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
  if (!published) return { of: () => false, countOf: () => false, othersOf: () => () => [], held: () => [] }
  const shownOf = (column: RunColumn, { kind, unitId }: Unit) =>
    isLevel(kind) ? shownUnit(published, axisName(column), { kind, id: unitId }) : undefined
  return {
    of: (column, { kind, unitId }) => isLevel(kind) && isMeanShown(published, axisName(column), { kind, id: unitId }),
    countOf: (column, unit) => typeof shownOf(column, unit)?.counted === 'number',
    othersOf: ({ kind, unitId }) => {
      if (!isLevel(kind)) return () => []
      const others = othersWithin(published, { kind, id: unitId })
      return (column, own, unmarked) => others(axisName(column), own, unmarked)
    },
    held: (column) => heldIn(published, axisName(column)),
  }
}

function isLevel(kind: ReadUnit['kind']): kind is LevelKind {
  return kind !== 'group' && kind !== 'combo'
}

function heldIn({ units, axes }: PublishedAxes, name: string): HeldPlace[] {
  const waiting = axes.find((axis) => axis.name === name)?.waiting ?? []
  return waiting.map(({ id, unit: own, mark }) => {
    const within = new Set<string>()
    for (let unit = own; unit >= 0; unit = units.parents[unit] ?? -1)
      within.add(unitKey({ kind: units.kinds[unit] ?? 'all', unitId: units.ids[unit] ?? 0, subjectId: 0 }))
    return { id, mark, within }
  })
}
