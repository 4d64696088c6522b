import { ABSENT, CHEAT, EXEMPT, NO_FLAG } from '#src/features/exam-engine/frame.ts'
import type { CutLine, Params } from '#src/features/exam-engine/params.ts'
import type { Sitter } from './random-exam.ts'

// The figures of an exam a second time: plain lists, sorting and filtering, every unit by itself, two passes for a
// deviation. It shares no code with the engine but its parameters.

type Marks = Map<number, number>

/** The raw mark of a subject for those who count. */
export function rawMarks(sitters: readonly Sitter[], subject: number, { zeroFor }: Params): Marks {
  const found: Marks = new Map()
  for (const { id, papers } of sitters) {
    const paper = papers.get(subject)
    if (!paper) continue
    if (paper.flag === NO_FLAG) found.set(id, paper.mark)
    if (paper.flag === ABSENT && zeroFor.absent) found.set(id, 0)
    if (paper.flag === CHEAT && zeroFor.cheat) found.set(id, 0)
  }
  return found
}

/** Assigned scores, from the definition: a rank, a quota, a proportion. */
export function assignedMarks(sitters: readonly Sitter[], subject: number, params: Params): Marks {
  const { assign, zeroFor } = params
  if (!assign) return new Map()
  const takers = rawMarks(sitters, subject, { ...params, zeroFor: { absent: false, cheat: false } })
  const all = [...takers.values()]
  const bandOf = (mark: number) => {
    const rank = 1 + all.filter((other) => other > mark).length
    let share = 0
    for (const [at, { percent }] of assign.bands.entries()) {
      share += percent
      if (rank <= Math.ceil(Number(((share * all.length) / 100).toFixed(6)))) return at
    }
    return assign.bands.length - 1
  }
  const scoreOf = (mark: number) => {
    const { high = 0, low = 0 } = assign.bands[bandOf(mark)] ?? {}
    if (assign.zero === 'lowest' && mark === 0) return assign.bands.at(-1)?.low ?? 0
    const own = all.filter((other) => bandOf(other) === bandOf(mark) && !(assign.zero === 'lowest' && other === 0))
    const [lowest, highest] = [Math.min(...own), Math.max(...own)]
    if (lowest === highest) return assign.flat === 'high' ? high : Math.round((high + low) / 2)
    const exact = (high * (mark - lowest) + low * (highest - mark)) / (highest - lowest)
    return Math.floor(Number((exact + 0.5).toFixed(9)))
  }
  const found: Marks = new Map([...takers].map(([id, mark]) => [id, scoreOf(mark) * 100]))
  for (const { id, papers } of sitters) {
    const flag = papers.get(subject)?.flag
    if ((flag === ABSENT && zeroFor.absent) || (flag === CHEAT && zeroFor.cheat)) found.set(id, 0)
  }
  return found
}

/** The marks of a subject as they go into the total. */
export function countingMarks(sitters: readonly Sitter[], subject: number, params: Params): Marks {
  const assigned = params.assign !== null && params.subjects[subject]?.assigned
  return assigned ? assignedMarks(sitters, subject, params) : rawMarks(sitters, subject, params)
}

export function neededOf({ combo }: Sitter, { subjects, combos }: Params): number[] {
  const counting = subjects.flatMap(({ counts }, at) => (counts ? [at] : []))
  if (combo < 0) return []
  return counting.filter((at) => !subjects[at]?.chosen || combos[combo]?.includes(at))
}

/** Whether somebody has to sit a subject, with a paper or without. */
export function isDue({ combo }: Sitter, subject: number, { subjects, combos }: Params): boolean {
  return subjects[subject]?.chosen !== true || combos[combo]?.includes(subject) === true
}

export function totalMarks(sitters: readonly Sitter[], params: Params, track: number | null): Marks {
  const marks = params.subjects.map((_, subject) => countingMarks(sitters, subject, params))
  const found: Marks = new Map()
  for (const one of sitters) {
    const needed = neededOf(one, params)
    const own = needed.map((subject) => marks[subject]?.get(one.id))
    if (own.length === 0 || own.some((mark) => mark === undefined)) continue
    if (track !== null && !one.papers.has(track)) continue
    found.set(
      one.id,
      own.reduce<number>((sum, mark) => sum + (mark ?? 0), 0),
    )
  }
  return found
}

export function isExempt(one: Sitter, params: Params): boolean {
  return neededOf(one, params).some((subject) => one.papers.get(subject)?.flag === EXEMPT)
}

/** Competition ranks: one more than the number of better marks. */
export function rank(mark: number, others: readonly number[]): number {
  return 1 + others.filter((other) => other > mark).length
}

/** Mean, deviation, type-7 percentiles, counts of bands, as an R session would have them. */
export function summary(marks: readonly number[], fullMark: number, params: Params) {
  const sorted = [...marks].sort((one, other) => one - other)
  const count = marks.length
  if (count === 0) return null
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / count
  const squares = marks.reduce((sum, mark) => sum + (mark - mean) ** 2, 0)
  const degrees = params.deviation === 'sample' ? count - 1 : count
  const percentile = (share: number) => {
    const h = Number(((count - 1) * share).toFixed(9))
    const [lower = 0, upper = 0] = [sorted[Math.floor(h)], sorted[Math.ceil(h)]]
    return lower + (h - Math.floor(h)) * (upper - lower)
  }
  return {
    mean,
    deviation: degrees === 0 ? null : Math.sqrt(squares / degrees),
    lowest: sorted[0],
    highest: sorted.at(-1),
    percentiles: [0.1, 0.25, 0.5, 0.75, 0.9].map(percentile),
    bands: params.bands.map(
      ({ side, percent }) =>
        marks.filter((mark) => mark * 100 >= Number((fullMark * percent).toFixed(6)) === (side === 'from')).length,
    ),
  }
}

/** The mark of a line: sort, and take the place. */
export function lineOf({ by, value }: CutLine, totals: readonly number[]): number | null {
  if (totals.length === 0) return null
  if (by === 'score') return value
  const place = by === 'place' ? value : Math.ceil((value * totals.length) / 10_000)
  const sorted = [...totals].sort((one, other) => other - one)
  return sorted[Math.min(place, sorted.length) - 1] ?? null
}

/** A subject's line by the effective-score method, in hundredths: a fraction of whole numbers, rounded to tenths. */
export function effectiveOf(line: number, totals: Marks, marks: Marks): number | null {
  const passers = [...totals].filter(([, total]) => total >= line)
  const own = passers.flatMap(([id]) => marks.get(id) ?? [])
  const sum = passers.reduce((all, [, total]) => all + total, 0)
  if (own.length === 0 || sum === 0) return null
  const part = BigInt(line * passers.length) * BigInt(own.reduce((all, mark) => all + mark, 0))
  const whole = BigInt(sum * own.length) * 10n
  const twice = (2n * part) / whole
  return Number((twice + 1n) / 2n) * 10
}
