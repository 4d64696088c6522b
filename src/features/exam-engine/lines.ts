import { NO_MARK, type UnitOfRow } from './frame.ts'
import type { CutLine } from './params.ts'
import { markAtPlace, type StepTable } from './step-table.ts'

/**
 * The lowest total that passes a line, in hundredths; null when nobody has a total. A share of the candidates is
 * rounded up to whole places, and equal totals pass together.
 */
export function lineMark({ by, value }: Pick<CutLine, 'by' | 'value'>, table: StepTable): number | null {
  if (table.marks.length === 0) return null
  if (by === 'score') return value
  if (by === 'place') return markAtPlace(table, value)
  const all = table.counts.reduce((sum, count) => sum + count, 0)
  return markAtPlace(table, Math.ceil((value * all) / 10_000))
}

/** How many of each unit reach a mark. */
export function passersWithin(marks: Int32Array, line: number, unitOf: UnitOfRow, units: number): Int32Array {
  const passers = new Int32Array(units)
  for (let row = 0; row < marks.length; row++) {
    const mark = marks[row] ?? NO_MARK
    if (mark === NO_MARK || mark < line) continue
    const unit = unitOf[row] ?? 0
    passers[unit] = (passers[unit] ?? 0) + 1
  }
  return passers
}

/** Sums of those who pass a line, by which the lines of its subjects are found. */
export type PasserSums = { passers: number; total: number; takers: number; subject: number }

/** The sums for one subject. Those without a mark in it are passers, but no takers. */
export function passerSums(totals: Int32Array, line: number, marks: Int32Array): PasserSums {
  const sums = { passers: 0, total: 0, takers: 0, subject: 0 }
  for (let row = 0; row < totals.length; row++) {
    const total = totals[row] ?? NO_MARK
    if (total === NO_MARK || total < line) continue
    sums.passers++
    sums.total += total
    const mark = marks[row] ?? NO_MARK
    if (mark === NO_MARK) continue
    sums.takers++
    sums.subject += mark
  }
  return sums
}

/** The factor c = T0 / P1 of the effective-score method: the line over the mean total of those who pass it. */
export function effectiveFactor(line: number, { passers, total }: PasserSums): number | null {
  return passers === 0 || total === 0 ? null : (line * passers) / total
}

/**
 * The line of a subject by the effective-score method: c times the mean of those who pass, rounded to a tenth of a
 * mark, halves up. In hundredths. Null when nobody who passes has a mark in the subject.
 */
export function effectiveLine(line: number, { passers, total, takers, subject }: PasserSums): number | null {
  if (takers === 0 || total === 0) return null
  // c × mean in tenths is this fraction. Its parts may pass 2^53, and halves have to be exact.
  const part = BigInt(line) * BigInt(passers) * BigInt(subject)
  const whole = BigInt(total) * BigInt(takers) * 10n
  return Number((2n * part + whole) / (2n * whole)) * 10
}

/** How a unit contributes to a line: its share of those who pass over its share of the candidates; 1 is its due. */
export function contribution(passers: number, candidates: number, allPassers: number, all: number): number | null {
  return candidates === 0 || allPassers === 0 ? null : (passers * all) / (candidates * allPassers)
}
