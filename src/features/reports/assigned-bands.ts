import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import { isEnough } from './outsiders.ts'

// Which bands of assigned scores are told to people who do not see all candidates. The bands are of everybody, so
// whoever knows the pupils of some schools knows how many of the others are in each.

/** How many takers of each school are in a band, by the id of the school. */
export type BySchool = ReadonlyMap<number, number>

/**
 * Whether nobody or as many others as the floor are left for whoever knows the pupils of two schools, as two principals
 * do who put their pages together.
 */
export function isEnoughForTwo(parts: readonly number[]): boolean {
  const [first = 0, second = 0, ...others] = parts.filter((count) => count > 0).sort((one, other) => other - one)
  // Of two schools alone, one learns how many are of the other.
  const left = others.length > 0 ? others.reduce((sum, count) => sum + count, 0) : second > 0 ? second : first
  return left === 0 || left >= FLOOR
}

/**
 * The places of the bands whose numbers are shown. Those that are withheld have enough pupils together, because the
 * number of all takers may be known.
 * @param all the takers of each band
 * @param others the same without those whom the reader knows
 */
export function bandsToShow(all: readonly BySchool[], others: readonly BySchool[]): Set<number> {
  const isSafe = (places: Iterable<number>) => {
    const some = [...places]
    return isEnoughForTwo(together(all, some)) && isEnough(together(others, some))
  }
  const hidden = new Set([...all.keys()].filter((at) => !isSafe([at])))
  const sizes = all.map((band) => sum(band.values()))
  const bySize = [...all.keys()].filter((at) => sizes[at]).sort((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0))
  for (const at of bySize) {
    if (isSafe(hidden)) break
    hidden.add(at)
  }
  return new Set([...all.keys()].filter((at) => !hidden.has(at)))
}

/** How many takers of each school are in some bands. */
function together(bands: readonly BySchool[], places: readonly number[]): number[] {
  const found = new Map<number, number>()
  for (const at of places)
    for (const [school, count] of bands[at] ?? []) found.set(school, (found.get(school) ?? 0) + count)
  return [...found.values()]
}

const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)
