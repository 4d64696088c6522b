import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import type { ColumnResult } from '#src/features/exam-engine/column-result.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { ABSENT, type Frame, NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { type UnitCounts, unitFigures } from '#src/features/exam-engine/unit-figures.ts'
import { random } from '../support/random.ts'
import {
  assignedMarks,
  countingMarks,
  effectiveOf,
  isDue,
  isExempt,
  lineOf,
  rank,
  rawMarks,
  summary,
  totalMarks,
} from './naive.ts'
import { randomParams, randomSitters, rosterOf, type Sitter } from './random-exam.ts'

// The engine against a second, slow implementation, on many small exams.

const seeds = Array.from({ length: 60 }, (_, seed) => seed)

function exam(seed: number) {
  const dice = random(seed)
  const sitters = randomSitters(dice, seed < 3 ? seed : dice.below(120))
  const params = randomParams(dice)
  const frame = buildFrame(rosterOf(shuffled(sitters, dice), { districts: dice.chance(0.5) }))
  return { sitters, params, frame, result: compute(frame, params) }
}

function shuffled<T>(list: readonly T[], dice: ReturnType<typeof random>): T[] {
  return list
    .map((one) => ({ one, key: dice.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

function marksOf(sitters: readonly Sitter[], params: Params, { column }: ColumnResult): Map<number, number> {
  const { kind, subject, track } = column
  if (subject === null) return totalMarks(sitters, params, track)
  return kind === 'raw' ? rawMarks(sitters, subject, params) : assignedMarks(sitters, subject, params)
}

/** The units of a level, and who is in each. */
function unitsOf(frame: Frame, sitters: readonly Sitter[]) {
  const byId = new Map(sitters.map((one) => [one.id, one]))
  return frame.levels.map(({ kind, ids, starts }) =>
    Array.from(ids, (id, unit) => {
      const own = frame.candidates.subarray(starts[unit], starts[unit + 1])
      return { kind, id, members: Array.from(own, (one) => byId.get(one)).filter((one) => one !== undefined) }
    }),
  )
}

const idOf = (one: Sitter, kind: Frame['levels'][number]['kind']) => (kind === 'all' ? 0 : one[kind])

test.each(seeds)('exam %i: every candidate is in one unit of each level', (seed) => {
  const { sitters, frame } = exam(seed)
  for (const units of unitsOf(frame, sitters)) {
    expect(units.flatMap(({ members }) => members).length).toBe(sitters.length)
    for (const { kind, id, members } of units) {
      expect(members.every((one) => idOf(one, kind) === id)).toBe(true)
      expect(kind === 'all' || members.length > 0).toBe(true)
    }
  }
})

test.each(seeds)('exam %i: marks, assigned scores and totals', (seed) => {
  const { sitters, params, frame, result } = exam(seed)
  for (const own of result.columns) {
    const marks = marksOf(sitters, params, own)
    const found = new Map(
      Array.from(frame.candidates, (id, row) => [id, own.column.marks[row]] as const).filter(
        ([, mark]) => mark !== NO_MARK,
      ),
    )
    expect(found, `${own.column.kind} ${own.column.subject}`).toEqual(new Map([...marks].sort(byPlace(frame))))
  }
})

const byPlace = (frame: Frame) => {
  const places = new Map(Array.from(frame.candidates, (id, row) => [id, row]))
  return ([one]: [number, number], [other]: [number, number]) => (places.get(one) ?? 0) - (places.get(other) ?? 0)
}

test.each(seeds)('exam %i: ranks at every level', (seed) => {
  const { sitters, params, frame, result } = exam(seed)
  const levels = unitsOf(frame, sitters)
  for (const own of result.columns) {
    const marks = marksOf(sitters, params, own)
    expect(own.ranks === null).toBe(own.column.kind === 'assigned')
    for (const [depth, units] of levels.entries()) {
      const ranks = own.ranks?.[depth]
      if (!ranks) continue
      const wanted = units.flatMap(({ members }) => {
        const others = members.flatMap(({ id }) => marks.get(id) ?? [])
        return members.map(({ id }) => {
          const mark = marks.get(id)
          return mark === undefined ? 0 : rank(mark, others)
        })
      })
      expect([...ranks]).toEqual(wanted)
    }
  }
})

function expectFigures(
  counts: UnitCounts,
  unit: number,
  members: readonly Sitter[],
  marks: Map<number, number>,
  own: ColumnResult,
  params: Params,
) {
  const figures = unitFigures(counts, unit, params)
  const wanted = summary(
    members.flatMap(({ id }) => marks.get(id) ?? []),
    own.column.fullMark,
    params,
  )
  const { subject, track } = own.column
  const sat = subject ?? track
  const enrolled = members.filter((one) => sat === null || one.papers.has(sat) || isDue(one, sat, params))
  const exempt = enrolled.filter((one) =>
    subject === null ? isExempt(one, params) : one.papers.get(subject)?.flag === 3,
  )
  expect(figures.enrolled).toBe(enrolled.length)
  expect(figures.exempt).toBe(exempt.length)
  if (subject !== null) {
    expect(figures.absent).toBe(members.filter(({ papers }) => papers.get(subject)?.flag === ABSENT).length)
    const flagged = figures.absent + figures.cheat + figures.exempt + figures.other
    const zeros = (params.zeroFor.absent ? figures.absent : 0) + (params.zeroFor.cheat ? figures.cheat : 0)
    const missing = enrolled.filter(({ papers }) => !papers.has(subject)).length
    expect(figures.counted).toBe(figures.enrolled - flagged + zeros - missing)
  }
  expect(Object.values(figures).some((value) => Number.isNaN(value))).toBe(false)
  if (wanted === null) {
    expect(figures).toMatchObject({ counted: 0, mean: null, deviation: null, error: null, highest: null, lowest: null })
    return
  }
  expect(figures.mean).toBeCloseTo(wanted.mean, 7)
  if (wanted.deviation === null) expect(figures.deviation).toBeNull()
  else expect(figures.deviation).toBeCloseTo(wanted.deviation, 6)
  expect(figures).toMatchObject({ lowest: wanted.lowest, highest: wanted.highest })
  figures.percentiles.forEach((found, at) => {
    expect(found).toBeCloseTo(wanted.percentiles[at] ?? -1, 6)
  })
  expect(figures.bands.map(({ count }) => count)).toEqual(wanted.bands)
  const whole = params.ratesOf === 'takers' ? figures.counted : enrolled.length - exempt.length
  expect(figures.bands.map(({ rate }) => rate)).toEqual(
    wanted.bands.map((count) => (whole === 0 ? null : count / whole)),
  )
}

test.each(seeds)('exam %i: figures of every unit, combination and teaching group', (seed) => {
  const { sitters, params, frame, result } = exam(seed)
  const levels = unitsOf(frame, sitters)
  for (const own of result.columns) {
    const marks = marksOf(sitters, params, own)
    for (const [depth, units] of levels.entries()) {
      const counts = own.levels[depth]
      expect(counts).toBeDefined()
      if (!counts) continue
      for (const [unit, { members }] of units.entries()) expectFigures(counts, unit, members, marks, own, params)
    }
    params.combos.forEach((_, combo) => {
      const members = sitters.filter((one) => one.combo === combo)
      expectFigures(own.combos, combo, members, marks, own, params)
    })
    const { subject } = own.column
    const groupIds = subject === null ? undefined : frame.subjects[subject]?.groupIds
    for (const [group, id] of [...(groupIds ?? [])].entries()) {
      if (!own.groups || subject === null) continue
      const members = sitters.filter(({ papers }) => papers.get(subject)?.group === id)
      expectFigures(own.groups, group, members, marks, own, params)
    }
  }
})

test.each(seeds)('exam %i: lines, passers, lines of subjects, double lines', (seed) => {
  const { sitters, params, frame, result } = exam(seed)
  const levels = unitsOf(frame, sitters)
  params.lines.forEach((line, at) => {
    const found = result.lines[at]
    const totals = totalMarks(sitters, params, line.track)
    const wanted = lineOf(line, [...totals.values()])
    expect(found?.line).toBe(wanted)
    if (!found || wanted === null) return
    const passes = ({ id }: Sitter) => (totals.get(id) ?? -1) >= wanted
    for (const [depth, units] of levels.entries()) {
      expect([...(found.passers[depth] ?? [])]).toEqual(units.map(({ members }) => members.filter(passes).length))
    }
    expect(found.subjects.map(({ subject }) => subject)).toEqual(
      line.effective ? params.subjects.flatMap(({ counts }, subject) => (counts ? [subject] : [])) : [],
    )
    for (const own of found.subjects) {
      const marks = countingMarks(sitters, own.subject, params)
      const subjectLine = effectiveOf(wanted, totals, marks)
      expect(own.line).toBe(subjectLine)
      if (subjectLine === null) continue
      const both = ({ id }: Sitter) => totals.has(id) && marks.has(id)
      const reaches = ({ id }: Sitter) => (marks.get(id) ?? -1) >= subjectLine
      for (const [depth, units] of levels.entries()) {
        const cells = own.levels[depth]
        const count = (rule: (one: Sitter) => boolean) =>
          units.map(({ members }) => members.filter((one) => both(one) && rule(one)).length)
        expect([...(cells?.both ?? [])]).toEqual(count((one) => passes(one) && reaches(one)))
        expect([...(cells?.totalOnly ?? [])]).toEqual(count((one) => passes(one) && !reaches(one)))
        expect([...(cells?.subjectOnly ?? [])]).toEqual(count((one) => !passes(one) && reaches(one)))
        expect([...(cells?.neither ?? [])]).toEqual(count((one) => !passes(one) && !reaches(one)))
      }
    }
  })
})
