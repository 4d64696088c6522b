import type { ExamResult } from './compute.ts'
import { canonicalJson, type Params } from './params.ts'
import { writePlanes } from './planes.ts'
import { type UnitCounts, unitFigures } from './unit-figures.ts'

/**
 * The figures of a result in a fixed order, for a hash: whole numbers as bytes or JSON, divided numbers as text of
 * twelve significant digits, so that the last bits of a processor do not matter. The pieces are made one at a time.
 */
export function* digestOf(
  { engine, columns, assigned, lines }: ExamResult,
  params: Params,
): Generator<string | Uint8Array> {
  yield canonicalJson({ engine, assigned })
  for (const { column, steps, levels, ranks, combos, groups } of columns) {
    const { kind, subject, track, fullMark, marks } = column
    yield canonicalJson({ kind, subject, track, fullMark })
    yield writePlanes(marks)
    yield writePlanes(steps.marks)
    yield writePlanes(steps.counts)
    for (const own of ranks ?? []) yield writePlanes(own)
    for (const counts of [...levels, combos, ...(groups ? [groups] : [])]) yield* digestOfCounts(counts, params)
  }
  for (const { column, line, passers, subjects } of lines) {
    yield canonicalJson({ column, line })
    for (const own of passers) yield writePlanes(own)
    for (const { subject, factor, line: own, levels } of subjects) {
      yield canonicalJson({ subject, factor: digits(factor), line: own })
      for (const { both, totalOnly, subjectOnly, neither } of levels) {
        for (const cells of [both, totalOnly, subjectOnly, neither]) yield writePlanes(cells)
      }
    }
  }
}

function* digestOfCounts(counts: UnitCounts, params: Params): Generator<string | Uint8Array> {
  const { tally, attendance } = counts
  yield canonicalJson([tally.spec.borders, counts.bands])
  for (const cells of [tally.counts, tally.sums, tally.lowest, tally.highest, tally.cells]) {
    yield writePlanes(cells)
  }
  for (const cells of [attendance.enrolled, attendance.absent, attendance.cheat, attendance.exempt, attendance.other]) {
    yield writePlanes(cells)
  }
  for (let unit = 0; unit < tally.counts.length; unit++) {
    const { mean, deviation, percentiles } = unitFigures(counts, unit, params)
    yield `${[mean, deviation, ...percentiles].map(digits).join(' ')}\n`
  }
}

/** A number with twelve significant digits; `-` for none. */
function digits(value: number | null): string {
  return value === null ? '-' : value.toPrecision(12)
}
