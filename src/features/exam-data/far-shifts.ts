/** Fewer pupils than this say nothing about a school, nor about all others. */
const FEWEST = 10
/** A distance between the shifts of a school and of the others, as a share of the full mark. */
const FAR = 0.1
/** The same where nobody else has marks to compare with, so that the paper may be the reason. */
const FAR_ALONE = 0.2
/** Standard errors that the distance also has to exceed. */
const ERRORS = 3
/** Shares are quotients: a distance of exactly the limit is not beyond it. */
const ROUNDING = 1e-9

/** Sums over pupils with a mark now and last time. Marks are shares of the full mark. */
export type ShiftSums = { pupils: number; now: number; before: number; squares: number }
/** The pupils of a school in a subject. */
export type SchoolShift = ShiftSums & { school: number; subject: number }
/** Means of the same pupils, and how far those of the other schools have moved; null for no others. */
export type FarShift = {
  school: number
  subject: number
  pupils: number
  now: number
  before: number
  others: number | null
}

/** What is far from last time, and which pairs of school and subject were compared at all. */
export type ComparedShifts = { far: FarShift[]; compared: { school: number; subject: number }[] }

const pairOf = (school: number, subject: number) => `${school}:${subject}`

/**
 * The schools whose pupils have moved otherwise since last time than those of the other schools: a harder paper moves
 * all of them. `reference` has the same pupils or more, or a sample of all; a school is never compared with itself.
 */
export function compareShifts(own: readonly SchoolShift[], reference: readonly SchoolShift[]): ComparedShifts {
  const all = sumsBy(reference, ({ subject }) => String(subject))
  const bySchool = sumsBy(reference, ({ school, subject }) => pairOf(school, subject))
  const found: ComparedShifts = { far: [], compared: [] }
  for (const [key, sums] of sumsBy(own, ({ school, subject }) => pairOf(school, subject))) {
    if (sums.pupils < FEWEST) continue
    const { school, subject } = sums
    found.compared.push({ school, subject })
    const rest = without(all.get(String(subject)) ?? nobody, bySchool.get(key) ?? nobody)
    const others = rest.pupils < FEWEST ? null : rest
    if (!isFar(sums, others)) continue
    const { pupils } = sums
    const [now, before] = [sums.now / pupils, sums.before / pupils]
    found.far.push({ school, subject, pupils, now, before, others: others && shiftOf(others) })
  }
  return found
}

const nobody: ShiftSums = { pupils: 0, now: 0, before: 0, squares: 0 }

function isFar(own: ShiftSums, others: ShiftSums | null): boolean {
  const distance = Math.abs(shiftOf(own) - (others ? shiftOf(others) : 0)) - ROUNDING
  const error = Math.sqrt(errorOf(own) + (others ? errorOf(others) : 0))
  return distance > (others ? FAR : FAR_ALONE) && distance > ERRORS * error
}

const shiftOf = ({ pupils, now, before }: ShiftSums) => (now - before) / pupils

/** The square of the standard error of the mean shift. */
function errorOf(sums: ShiftSums): number {
  const square = Math.max(0, sums.squares - sums.pupils * shiftOf(sums) ** 2)
  return square / (sums.pupils - 1) / sums.pupils
}

function sumsBy(rows: readonly SchoolShift[], keyOf: (row: SchoolShift) => string): Map<string, SchoolShift> {
  const sums = new Map<string, SchoolShift>()
  for (const row of rows) {
    const key = keyOf(row)
    const { school, subject } = row
    sums.set(key, { school, subject, ...added(sums.get(key) ?? nobody, row, 1) })
  }
  return sums
}

const without = (all: ShiftSums, some: ShiftSums) => added(all, some, -1)

function added(one: ShiftSums, other: ShiftSums, sign: 1 | -1): ShiftSums {
  return {
    pupils: one.pupils + sign * other.pupils,
    now: one.now + sign * other.now,
    before: one.before + sign * other.before,
    squares: one.squares + sign * other.squares,
  }
}
