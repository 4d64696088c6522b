import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import type { Random } from '../random.ts'
import type { Place, Pupil } from './world.ts'

// Small exams in which something is hidden.

/** What an exam has that somebody could look for. */
export const plants = [
  'few takers',
  'small classes',
  'class of one',
  'small schools',
  'absent in one',
  'same mark',
  'full marks',
  'small district',
] as const
export type Plant = (typeof plants)[number]

/** The classes of the exam: two of each of the first two schools, then one of each school. */
export type Classes = { east: [Place, Place]; west: [Place, Place]; small: Place[]; far: Place[] }

/** Random pupils in classes, with what is planted, in the order of their ids. */
export function plantedPupils(
  { east, west, small, far }: Classes,
  { subjects }: Pick<SchemeContent, 'subjects'>,
  planted: readonly Plant[],
  random: Random,
): Pupil[] {
  const has = (plant: Plant) => planted.includes(plant)
  const sizes = new Map<Place, number>(
    [...east, ...west, ...small, ...far].map((one) => [one, random.pick([12, 14, 18, 22])]),
  )
  const set = (place: Place | undefined, size: number) => place && sizes.set(place, size)
  if (has('small classes')) for (const [at, place] of east.entries()) set(place, 6 + at)
  if (has('class of one')) set(west[1], 1)
  if (has('small schools')) for (const [at, place] of small.slice(0, 2).entries()) set(place, 4 + at + random.below(3))
  if (has('small district')) for (const [at, place] of far.entries()) set(place, at === 0 ? 14 : 3)
  const full = subjects.map(({ fullMark }) => fullMark * 100)
  const markOf = (at: number, place: Place) => {
    if (at === 1 && has('same mark') && far.includes(place)) return 6000
    if (at === 1 && has('full marks') && !east.includes(place)) return full[at] ?? 0
    return 50 * random.below((full[at] ?? 0) / 50 + 1)
  }
  const pupils = [...sizes].flatMap(([place, size]) =>
    Array.from({ length: size }, () => ({ ...place, marks: subjects.map((_, at) => markOf(at, place)) })),
  )
  const choices = subjects.flatMap(({ kind }, at) => (kind === 'first' ? [at] : []))
  const made = pupils.map((pupil, at): Pupil => {
    if (choices.length === 0) return { ...pupil, id: at + 1 }
    const combo =
      has('few takers') && pupil.school === west[0].school ? (at % 12 === 0 ? 1 : 0) : random.below(choices.length)
    const isOwn = (subject: number) => !choices.includes(subject) || choices[combo] === subject
    return { ...pupil, id: at + 1, combo, marks: pupil.marks.map((mark, own) => (isOwn(own) ? mark : NO_MARK)) }
  })
  const without = (some: readonly Pupil[], at: number) => {
    for (const one of some)
      made[one.id - 1] = { ...one, marks: one.marks.map((mark, own) => (own === at ? NO_MARK : mark)) }
  }
  if (has('few takers')) without(made.filter(({ school }) => school === west[0].school).slice(3), 1)
  if (has('absent in one')) without(made.filter(({ school }) => school === west[0].school).slice(0, 2), 1)
  return made
}

/**
 * Some marks are corrected, most of them in one class and others in the next one or far away: at random, by half a
 * mark, or because a paper is found or taken away. One pupil may leave.
 */
export function corrected(pupils: readonly Pupil[], { east, west, far }: Classes, random: Random): Pupil[] {
  const [one, other] = [random.pick([...east, ...west]), random.pick([east[1], west[0], ...far])]
  const some = (place: Place, count: number) => pupils.filter(({ own }) => own === place.own).slice(0, count)
  const chosen = new Set([...some(one, random.pick([1, 3, 9, 12])), ...some(other, random.pick([1, 4, 10]))])
  const gone = random.chance(0.5) ? random.pick(pupils).id : 0
  const markAfter = random.pick([
    () => 50 * random.below(201),
    (mark: number) => (mark < 0 ? mark : mark + (mark < 9000 ? 50 : -50)),
    (mark: number) => (mark < 0 ? 5000 : NO_MARK),
  ])
  return pupils.flatMap((pupil) => {
    if (pupil.id === gone) return []
    const marks = pupil.marks.map((mark, at) => (at === 0 && chosen.has(pupil) ? markAfter(mark) : mark))
    return [{ ...pupil, marks }]
  })
}
