import { number, rowsOf, type Values } from './scheme-values.ts'

/** The highest total that a candidate can reach: all fixed subjects, and the best of the subjects to choose from. */
export function totalMark(values: Values): number {
  const counting = rowsOf(values.subjects).filter((row) => row.counts === 1)
  const marks = (...kinds: string[]) =>
    counting
      .filter((row) => kinds.includes(String(row.kind)))
      .map((row) => number(row.fullMark) ?? 0)
      .sort((one, other) => other - one)
  const sum = (all: readonly number[]) => all.reduce((total, mark) => total + mark, 0)
  const always = sum(marks('required', 'school'))
  if (values.choice === '3+1+2') return always + sum(marks('first').slice(0, 1)) + sum(marks('second').slice(0, 2))
  if (values.choice === '3+3') return always + sum(marks('first', 'second').slice(0, 3))
  return always
}
