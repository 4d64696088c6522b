import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { Random } from '../random.ts'
import { combinations } from './low-sums.ts'

// What a reader learns about pupils who are not the reader's own, from everything that is shown.

/** Somebody's mark, or that somebody has one. */
export type Unknown = { pupil: number; key: string; value: number; full: number }

/** Sums of marks; what follows from such sums, as the lines of subjects; numbers of pupils. */
const abouts = ['marks', 'shares', 'pupils'] as const
type About = (typeof abouts)[number]

/** What a figure says: the sum of some unknowns, or how many they are. */
export type Fact = {
  /** Where it was read. */
  where: string
  about: About
  /** Without those that the reader knows. */
  unknowns: readonly Unknown[]
  /** By how much the sum may be wrong, in hundredths, because the figure is rounded. */
  error: number
  /** The figure says how far marks lie apart. */
  spread: boolean
}

export type Leak = { kind: 'few' | 'extreme' | 'same'; pupils: number; where: string[] }

/** A mark is known when it is known to half a mark. */
const KNOWN = 50

/** All that follows from facts about fewer pupils than the floor, or about the mark of everybody in a larger group. */
export function leaksOf(facts: readonly Fact[], random: Random): Leak[] {
  const sides = abouts.map((about) => facts.filter((fact) => fact.about === about))
  return [...sides.flatMap((some) => solved(some, random)), ...facts.flatMap(sameMarks)]
}

/** Unknowns that stand in the same facts can only be told together. */
type Atom = { at: readonly number[]; unknowns: Unknown[] }

function atomsOf(facts: readonly Fact[]): Atom[] {
  const places = new Map<string, { at: number[]; unknown: Unknown }>()
  for (const [at, { unknowns }] of facts.entries()) {
    for (const unknown of unknowns) {
      const known = places.get(unknown.key)
      if (known) known.at.push(at)
      else places.set(unknown.key, { at: [at], unknown })
    }
  }
  return [...Map.groupBy(places.values(), ({ at }) => at.join()).values()].map((some) => ({
    at: some[0]?.at ?? [],
    unknowns: some.map(({ unknown }) => unknown),
  }))
}

function solved(facts: readonly Fact[], random: Random): Leak[] {
  const atoms = atomsOf(facts)
  const rows = facts.map((_, at) => atoms.map((atom) => atom.at.filter((own) => own === at).length))
  return combinations(rows, atoms.length, random).flatMap(({ row, taken }): Leak[] => {
    const used = atoms.filter((_, at) => row[at] !== 0)
    const pupils = new Set(used.flatMap(({ unknowns }) => unknowns.map(({ pupil }) => pupil))).size
    const error = taken.reduce((sum, times, at) => sum + Math.abs(times) * (facts[at]?.error ?? 0), 0)
    const where = facts.flatMap((fact, at) => (taken[at] ? [`${taken[at]} × ${fact.where}`] : []))
    const isGroup = row.every((value) => value >= 0)
    // A difference of counts that are no parts of one another is no number of pupils.
    const about = facts[0]?.about
    if (about === 'pupils') return isGroup && pupils < FLOOR ? [{ kind: 'few', pupils, where }] : []
    if (pupils < FLOOR) return error / pupils <= KNOWN ? [{ kind: 'few', pupils, where }] : []
    return about === 'marks' && isGroup && isExtreme(row, atoms, error) ? [{ kind: 'extreme', pupils, where }] : []
  })
}

/** Whether all marks of a group are nearly none, or nearly full: each of them is known then. */
function isExtreme(row: readonly number[], atoms: readonly Atom[], error: number): boolean {
  const sumOf = (read: (unknown: Unknown) => number) =>
    atoms.reduce((all, { unknowns }, at) => all + (row[at] ?? 0) * unknowns.reduce((sum, own) => sum + read(own), 0), 0)
  const least = Math.min(
    sumOf(({ value }) => value),
    sumOf(({ value, full }) => full - value),
  )
  return least + error <= KNOWN
}

/** Whether a mean with its deviation tells that all marks are the same. */
function sameMarks({ unknowns, spread, where }: Fact): Leak[] {
  const middle = unknowns.reduce((sum, { value }) => sum + value, 0) / unknowns.length
  const squares = unknowns.reduce((sum, { value }) => sum + (value - middle) ** 2, 0)
  return spread && unknowns.length > 1 && Math.sqrt(squares) < KNOWN
    ? [{ kind: 'same', pupils: unknowns.length, where: [where] }]
    : []
}
