import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { combinationErrors } from './combinations.ts'
import { number, repeated, rowsOf, type SchemeRow, type Values } from './scheme-values.ts'
import { totalMark } from './total-mark.ts'

/**
 * The validation errors between the parts of a scheme, by field path (`subjects.2.fullMark`). The form and the server
 * use these rules. The rules of a single cell are in its description.
 */
export function schemeErrors(values: Values): FieldErrors {
  return {
    ...subjectErrors(values),
    ...(values.choice === 'none' ? {} : combinationErrors(values)),
    ...(values.assign === 'bands' ? assignErrors(values) : {}),
    ...bandErrors(values),
    ...lineErrors(values),
  }
}

function subjectErrors(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const subjects = rowsOf(values.subjects)
  const best = values.assign === 'bands' ? number(rowsOf(values.assignBands)[0]?.high) : undefined
  for (const at of repeated(subjects, (row) => row.subjectId)) {
    errors[`subjects.${at}.subjectId`] = [m.examScheme_subjectTwice()]
  }
  subjects.forEach((row, at) => {
    if (values.choice === 'none' && (row.kind === 'first' || row.kind === 'second')) {
      errors[`subjects.${at}.kind`] = [m.examScheme_noChoice()]
    }
    if (row.assigned !== 1) return
    if (values.assign === 'none') errors[`subjects.${at}.assigned`] = [m.examScheme_noAssign()]
    const mark = number(row.fullMark)
    if (best !== undefined && mark !== undefined && best > mark) {
      errors[`subjects.${at}.fullMark`] = [m.examScheme_assignAbove({ best })]
    }
  })
  if (subjects.length > 0 && !subjects.some((row) => row.counts === 1)) errors.subjects = [m.examScheme_nothingCounts()]
  if (values.assign === 'bands' && !subjects.some((row) => row.assigned === 1)) {
    errors.assign = [m.examScheme_nothingAssigned()]
  }
  return errors
}

function assignErrors(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const bands = rowsOf(values.assignBands)
  for (const at of repeated(bands, (row) => row.name)) errors[`assignBands.${at}.name`] = [m.examScheme_nameTwice()]
  bands.forEach(({ high, low }, at) => {
    const [top, bottom, above] = [number(high), number(low), number(bands[at - 1]?.low)]
    if (top === undefined || bottom === undefined) return
    if (bottom > top) errors[`assignBands.${at}.low`] = [m.examScheme_lowAboveHigh()]
    if (above !== undefined && top >= above) errors[`assignBands.${at}.high`] = [m.examScheme_bandsOverlap({ above })]
  })
  const shares = bands.map((row) => number(row.percent))
  // Adds whole hundredths, because 0.1 + 0.2 is not exactly 0.3.
  const sum = shares.reduce<number>((total, share) => total + Math.round((share ?? Number.NaN) * 100), 0)
  if (bands.length > 0 && !Number.isNaN(sum) && sum !== 10_000) {
    errors.assignBands = [m.examScheme_shares({ sum: sum / 100 })]
  }
  return errors
}

function bandErrors(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const bands = rowsOf(values.bands)
  for (const at of repeated(bands, (row) => row.name)) errors[`bands.${at}.name`] = [m.examScheme_nameTwice()]
  for (const at of repeated(bands, (row) => (row.side && `${row.side} ${row.percent}`) || undefined)) {
    errors[`bands.${at}.percent`] = [m.examScheme_bandTwice()]
  }
  // A candidate must not be in a `from` band and a `below` band at once.
  const shares = bands.map(({ name, side, percent }) => ({ name: String(name ?? ''), side, percent: number(percent) }))
  for (const [at, { side, percent }] of shares.entries()) {
    if (side !== 'below' || percent === undefined) continue
    const crossed = shares.find((one) => one.side === 'from' && one.percent !== undefined && one.percent < percent)
    if (crossed)
      errors[`bands.${at}.percent`] = [m.examScheme_bandsCross({ name: crossed.name, percent: crossed.percent ?? 0 })]
  }
  return errors
}

function lineErrors(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const lines = rowsOf(values.lines)
  const firsts = rowsOf(values.subjects).filter((row) => row.kind === 'first')
  const total = totalMark(values)
  for (const at of repeated(lines, (row) => row.name && `${row.subjectId ?? ''} ${row.name}`)) {
    errors[`lines.${at}.name`] = [m.examScheme_nameTwice()]
  }
  lines.forEach((row, at) => {
    const wrong = lineValue(row, total)
    if (wrong) errors[`lines.${at}.value`] = [wrong]
    const someone = row.subjectId !== null && row.subjectId !== undefined
    if (someone && !firsts.some((one) => one.subjectId === row.subjectId)) {
      errors[`lines.${at}.subjectId`] = [m.examScheme_notFirst()]
    }
  })
  return errors
}

function lineValue({ by, value }: SchemeRow, total: number): string | undefined {
  const wanted = number(value)
  if (wanted === undefined) return undefined
  if (by === 'score' && wanted > total) return m.examScheme_lineAboveTotal({ total })
  if (by === 'percent' && wanted > 100) return m.rule_max({ max: 100 })
  if (by === 'percent' && wanted <= 0) return m.examScheme_lineShare()
  if (by === 'place' && !(Number.isInteger(wanted) && wanted >= 1)) return m.examScheme_linePlace()
  return undefined
}
