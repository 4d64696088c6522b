import { numbersFrom } from './demo-people.ts'

// The synthetic marks of the demo. They are the same at every run, and what they are made of is known: whoever tries an
// analysis can compare its result with these numbers.

/**
 * What the marks of a school are made of, in standard deviations of pupils: how able its pupils are when they enter,
 * and what the school adds in a school year. A school with able pupils may add little, and the other way round.
 */
export const schoolEffects: Readonly<Record<string, { intake: number; effect: number }>> = {
  'YSD-J1': { intake: 0.6, effect: -0.1 },
  'YSD-J2': { intake: 0.4, effect: 0.15 },
  'YSD-J3': { intake: 0.2, effect: 0 },
  'YSD-J4': { intake: 0, effect: 0.25 },
  'YSD-J5': { intake: 0, effect: -0.2 },
  'YSD-J6': { intake: -0.2, effect: 0 },
  'YSD-J7': { intake: -0.4, effect: 0.1 },
  'YSD-J8': { intake: -0.6, effect: -0.2 },
  'YSD-S1': { intake: 0.6, effect: 0 },
  'YSD-S2': { intake: 0.2, effect: 0.2 },
  'YSD-S3': { intake: -0.2, effect: -0.2 },
  'YSD-S4': { intake: -0.6, effect: 0 },
}

/** How much of a mark is what, in standard deviations. The rest is the school. */
const ABILITY = 0.75
const APTITUDE = 0.4
const LUCK = 0.35

/** The mean and the spread of the marks of a paper, as shares of its full mark. */
const MEAN = 0.64
const SPREAD = 0.15

/** One of so many papers is absent. */
const ABSENT = 120

/** A sequence of numbers for a text: like texts have unlike sequences. */
function sequenceOf(text: string): (limit: number) => number {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  // The bits of the end of a text are mixed into all others.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return numbersFrom((hash ^ (hash >>> 15)) & 0x7fffffff)
}

/** About normal, with mean 0 and standard deviation 1. Sums of whole numbers are the same on every machine. */
function normal(text: string): number {
  const next = sequenceOf(text)
  let sum = 0
  for (let at = 0; at < 12; at++) sum += next(1000)
  return sum / 1000 - 6
}

/** A number below a limit for a text. */
export function chanceOf(text: string, limit: number): number {
  return sequenceOf(text)(limit)
}

export type DemoPaper = {
  /** The pupil's own number. */
  number: string
  school: string
  exam: string
  /** School years since the entry. */
  years: number
  subject: string
  fullMark: number
}

/** The mark of a paper in steps of half a mark; undefined for somebody who is absent. */
export function demoMark({ number, school, exam, years, subject, fullMark }: DemoPaper): number | undefined {
  if (chanceOf(`absent ${exam} ${number} ${subject}`, ABSENT) === 0) return undefined
  const { intake, effect } = schoolEffects[school] ?? { intake: 0, effect: 0 }
  const hard = (chanceOf(`paper ${exam} ${subject}`, 100) - 50) / 1000
  const standing =
    intake +
    effect * years +
    ABILITY * normal(`pupil ${number}`) +
    APTITUDE * normal(`aptitude ${number} ${subject}`) +
    LUCK * normal(`luck ${exam} ${number} ${subject}`)
  const share = Math.min(0.995, Math.max(0.03, MEAN - hard + SPREAD * standing))
  return Math.round(share * fullMark * 2) / 2
}
