import { type FrameLevel, unitCount } from './frame.ts'

/** Makes the figures of every level from those of the classes. In the order of the levels. */
export function addUp<T>(
  levels: readonly FrameLevel[],
  ofClasses: T,
  add: (below: T, level: FrameLevel, units: number) => T,
): T[] {
  const found = [ofClasses]
  for (let depth = levels.length - 1; depth > 0; depth--) {
    const [level, above] = [levels[depth], levels[depth - 1]]
    const below = found[0]
    if (level && above && below !== undefined) found.unshift(add(below, level, unitCount(above)))
  }
  return found
}

/** Adds the counts of a level to those of the level above it. */
export function addCounts(below: Int32Array, { parents }: FrameLevel, units: number): Int32Array {
  const out = new Int32Array(units)
  for (let child = 0; child < parents.length; child++) {
    out[parents[child] ?? 0] = (out[parents[child] ?? 0] ?? 0) + (below[child] ?? 0)
  }
  return out
}
