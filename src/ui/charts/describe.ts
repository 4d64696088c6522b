import { m } from '#src/i18n/paraglide/messages.js'
import type { ChartValue } from './chart-value.ts'
import { numberText } from './number-text.ts'

type Described = readonly { value: ChartValue<unknown> }[]

/**
 * The description of a chart without one of its own: how many rows, from where to where, how many are withheld.
 * @param values all values that are drawn; none for shares of a whole
 */
export function describeRows(rows: Described, values: readonly number[] = []): string {
  const withheld = rows.filter(({ value }) => value === null).length
  const sentences = [m.chart_rows({ count: rows.length }), describeValues(values)]
  if (withheld > 0) sentences.push(m.chart_countWithheld({ count: withheld }))
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** From where to where these values go; an empty text without values. */
export function describeValues(values: readonly number[]): string {
  const known = values.filter(Number.isFinite)
  if (known.length === 0) return ''
  const [min, max] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
  return m.chart_span({ min: numberText(min), max: numberText(max) })
}
