import { area, line } from 'd3-shape'
import { type ChartValue, isDrawn, px } from './chart-value.ts'

/** The stretch in which most others are, for each period. */
export type Band = { name: string; low: readonly ChartValue[]; high: readonly ChartValue[] }

/** A line through the values that are known; values beside a gap are not connected. */
export function linePath(values: readonly ChartValue[], x: (at: number) => number, y: (value: number) => number) {
  const path = line<ChartValue>(
    (_, at) => x(at),
    (value) => px(y(value ?? 0)),
  )
  return path.defined(isDrawn)(values) ?? ''
}

/** The area between both edges of a band, without the periods where one of them is unknown. */
export function bandPath({ low, high }: Omit<Band, 'name'>, x: (at: number) => number, y: (value: number) => number) {
  const path = area<ChartValue>(
    (_, at) => x(at),
    (value) => px(y(value ?? 0)),
    (_, at) => px(y(high[at] ?? 0)),
  )
  return path.defined((value, at) => isDrawn(value) && isDrawn(high[at]))(low) ?? ''
}
