/** A value of a chart. `null` is withheld (too few people), `undefined` does not exist. */
export type ChartValue<T = number> = T | null | undefined

/** Whether there is a value to draw. */
export function isDrawn<T>(value: ChartValue<T>): value is T {
  return value !== null && value !== undefined && (typeof value !== 'number' || Number.isFinite(value))
}

/** A coordinate with one decimal: shorter, and the same text on the server and in the browser. */
export const px = (value: number): number => Math.round(value * 10) / 10
