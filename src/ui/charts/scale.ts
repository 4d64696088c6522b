import { nice, ticks } from 'd3-array'

/** A linear scale: from values to coordinates. */
export type Scale = {
  /** The lowest and the highest value. */
  domain: readonly [number, number]
  /** The coordinates of both. The first may be the larger one: y grows downwards. */
  range: readonly [number, number]
  /** The coordinate of a value; at the edge for values outside. */
  at(value: number): number
}

type ScaleOptions = {
  /** Values that must have a place. Other than finite ones are left out. */
  values: Iterable<number>
  range: readonly [number, number]
  /** The ends of the scale, where they are known, as 0 and the full mark. It still grows for values outside. */
  ends?: readonly [number, number]
}

/** The scale of these values. Its ends are round numbers. A single value stands in the middle. */
export function linearScale({ values, range, ends }: ScaleOptions): Scale {
  const domain = domainOf(values, ends)
  const [low, high] = domain
  const [from, to] = range
  const at = (value: number) => from + Math.max(0, Math.min(1, (value - low) / (high - low))) * (to - from)
  return { domain, range, at }
}

function domainOf(values: Iterable<number>, ends: readonly [number, number] | undefined): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (ends && !(low < ends[0]) && !(high > ends[1])) return widened(ends[0], ends[1])
  if (low > high) return [0, 1]
  const [first, last] = ends ? widened(Math.min(low, ends[0]), Math.max(high, ends[1])) : widened(low, high)
  return nice(first, last, 5)
}

/** Both numbers, or numbers around them when they are the same or nearly so. */
function widened(low: number, high: number): [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (high - low > size * 1e-9) return [low, high]
  const room = size === 0 ? 1 : size * 0.1
  return [low - room, high + room]
}

/** The decimals of numbers that are this far apart: none for 5, one for 0.5, two for 0.25. */
export function digitsOf(step: number): number {
  for (let digits = 0; digits < 9; digits++) {
    const scaled = step * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits
  }
  return 9
}

export type Tick = { value: number; label: string; at: number }

/**
 * The ticks of a scale: as many as fit, nine at most.
 * @param room the length that a label needs, in units of the drawing
 * @param whole whether only whole numbers make sense, as for people
 */
export function ticksOf(
  { domain, range, at }: Scale,
  look: (digits: number, value: number) => string,
  room: (label: string) => number,
  whole = false,
): Tick[] {
  const length = Math.abs(range[1] - range[0])
  for (let count = Math.min(9, Math.floor(length / 28)); count >= 1; count--) {
    const values = ticks(domain[0], domain[1], count)
    const step = (values[1] ?? 0) - (values[0] ?? 0)
    const found = values.map((value) => ({ value, label: look(digitsOf(step), value), at: at(value) }))
    const distance = (step / (domain[1] - domain[0])) * length
    if (found.length > 9 || (whole && step > 0 && step < 1)) continue
    if (found.length < 2 || found.every(({ label }) => room(label) <= distance)) return found
  }
  return []
}
