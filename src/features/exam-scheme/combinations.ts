import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { number, repeated, rowsOf, type SchemeRow, schemeIds, type Values } from './scheme-values.ts'

type Choosable = { firsts: number[]; seconds: number[] }

function choosable(values: Values): Choosable {
  const of = (kind: string) =>
    rowsOf(values.subjects)
      .filter((row) => row.kind === kind)
      .flatMap((row) => number(row.subjectId) ?? [])
  return { firsts: of('first'), seconds: of('second') }
}

/** All combinations that the scheme's `choice` allows, in the order of the subjects. */
export function allCombinations(values: Values): number[][] {
  const { firsts, seconds } = choosable(values)
  if (values.choice === '3+1+2') return firsts.flatMap((first) => pick(seconds, 2).map((two) => [first, ...two]))
  if (values.choice === '3+3') return pick([...firsts, ...seconds], 3)
  return []
}

function pick(from: readonly number[], count: number): number[][] {
  if (count === 0) return [[]]
  return from.flatMap((one, at) => pick(from.slice(at + 1), count - 1).map((rest) => [one, ...rest]))
}

/** Combinations with subjects that candidates can no longer choose, and the ids of these subjects. */
export function strayCombinations(values: Values): { rows: SchemeRow[]; subjectIds: number[] } {
  const { firsts, seconds } = choosable(values)
  const known = new Set([...firsts, ...seconds])
  const strange = (row: SchemeRow) => schemeIds(row.subjectIds).filter((id) => !known.has(id))
  const rows = values.choice === 'none' ? [] : rowsOf(values.combinations).filter((row) => strange(row).length > 0)
  return { rows, subjectIds: [...new Set(rows.flatMap(strange))] }
}

/**
 * The usual name of a combination, for example 物化生. Names that do not begin with a Chinese character are joined with
 * plus signs.
 */
export function combinationName(names: readonly string[]): string {
  const short = names.every((name) => /^\p{Script=Han}/u.test(name))
  return short ? names.map((name) => [...name][0]).join('') : names.join(' + ')
}

/** The validation errors of the combinations, for a scheme whose candidates choose subjects. */
export function combinationErrors(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const { firsts, seconds } = choosable(values)
  const three = values.choice === '3+1+2'
  const enough = three ? firsts.length >= 1 && seconds.length >= 2 : firsts.length + seconds.length >= 3
  if (!enough) errors.choice = [three ? m.examScheme_tooFew312() : m.examScheme_tooFew33()]
  const rows = rowsOf(values.combinations)
  rows.forEach((row, at) => {
    const chosen = schemeIds(row.subjectIds)
    if (chosen.length === 0) return
    const count = (among: readonly number[]) => chosen.filter((id) => among.includes(id)).length
    const path = `combinations.${at}.subjectIds`
    if (count(firsts) + count(seconds) < chosen.length) errors[path] = [m.examScheme_notChoosable()]
    else if (three && (count(firsts) !== 1 || count(seconds) !== 2)) errors[path] = [m.examScheme_not312()]
    else if (!three && chosen.length !== 3) errors[path] = [m.examScheme_not33()]
  })
  for (const at of repeated(rows, (row) => row.name)) errors[`combinations.${at}.name`] = [m.examScheme_nameTwice()]
  const asSet = (value: unknown) => [...schemeIds(value)].sort((one, other) => one - other).join(' ')
  for (const at of repeated(rows, (row) => asSet(row.subjectIds))) {
    errors[`combinations.${at}.subjectIds`] = [m.examScheme_combinationTwice()]
  }
  return errors
}
