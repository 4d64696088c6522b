import { expect, test } from 'vitest'
import { borderline, type Nearness } from '#src/features/exam-engine/borderline.ts'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { totalColumn } from '#src/features/exam-engine/columns.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { doubleLineRates } from '#src/features/exam-engine/double-line.ts'
import { NO_MARK, unitCount, unitOfRows } from '#src/features/exam-engine/frame.ts'
import { movedLine } from '#src/features/exam-engine/line-result.ts'
import { contribution, effectiveFactor, effectiveLine, lineMark } from '#src/features/exam-engine/lines.ts'
import { sortByMark } from '#src/features/exam-engine/order.ts'
import { stepTable } from '#src/features/exam-engine/step-table.ts'
import { random } from '../support/random.ts'
import { randomParams, randomSitters, rosterOf } from './random-exam.ts'

test('a line of 626 and a mean of 631.1: c is 0.99192, means of 119.4 and 141.1 become 118.4 and 140.0', () => {
  const sums = (subject: number) => ({ passers: 10, total: 631_100, takers: 10, subject })
  expect(effectiveFactor(62_600, sums(0))).toBeCloseTo(0.99192, 5)
  expect(effectiveLine(62_600, sums(119_400))).toBe(11_840)
  expect(effectiveLine(62_600, sums(141_100))).toBe(14_000)
})

test('half a tenth goes up, and stays exact where sums are far above 2^53', () => {
  expect(effectiveLine(100, { passers: 1, total: 100, takers: 1, subject: 1_005 })).toBe(1_010)
  expect(effectiveLine(100, { passers: 1, total: 100, takers: 1, subject: 1_004 })).toBe(1_000)
  const many = 1_000_000
  const sums = { passers: many, total: 60_000 * many, takers: many, subject: 1_005 * many }
  expect(effectiveLine(60_000, sums)).toBe(1_010)
  expect(effectiveLine(60_000, { ...sums, subject: sums.subject - 1 })).toBe(1_000)
})

test('nobody passes, or nobody who passes has a mark', () => {
  expect(effectiveFactor(100, { passers: 0, total: 0, takers: 0, subject: 0 })).toBeNull()
  expect(effectiveLine(100, { passers: 2, total: 300, takers: 0, subject: 0 })).toBeNull()
  expect(contribution(0, 5, 0, 10)).toBeNull()
  expect(contribution(0, 0, 4, 10)).toBeNull()
  expect(contribution(2, 5, 4, 10)).toBe(1)
  const none = {
    both: Int32Array.of(0),
    totalOnly: Int32Array.of(0),
    subjectOnly: Int32Array.of(3),
    neither: Int32Array.of(0),
  }
  expect(doubleLineRates(none, 0)).toEqual({ hit: null, contribution: 0 })
})

test.each([
  ['a score', { by: 'score', value: 77 }, 77],
  ['the first place', { by: 'place', value: 1 }, 90],
  ['a place within equals', { by: 'place', value: 3 }, 80],
  ['more places than candidates', { by: 'place', value: 99 }, 60],
  ['a share that is a whole place', { by: 'percent', value: 2_000 }, 90],
  ['a share just above it', { by: 'percent', value: 2_001 }, 80],
  ['everybody', { by: 'percent', value: 10_000 }, 60],
] as const)('the mark of a line by %s', (_what, line, mark) => {
  expect(lineMark(line, stepTable(sortByMark(Int32Array.of(80, 90, NO_MARK, 80, 70, 60))))).toBe(mark)
})

function exam(seed: number) {
  const dice = random(seed)
  const params = randomParams(dice)
  const frame = buildFrame(rosterOf(randomSitters(dice, 20 + dice.below(80)), { districts: false }))
  return { dice, params, frame, result: compute(frame, params) }
}

test('a moved line has the passers that the exam has with it', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { frame, params, result } = exam(seed)
    const other = compute(frame, { ...params, lines: [] })
    for (const [at, line] of params.lines.entries()) {
      frame.levels.forEach((level, depth) => {
        const moved = movedLine(other.columns, line, unitOfRows(level), unitCount(level))
        expect(moved.line).toBe(result.lines[at]?.line)
        if (moved.line !== null) expect(moved.passers).toEqual(result.lines[at]?.passers[depth])
      })
    }
  }
})

test('the borderline has everybody near a line, and no one else', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { dice, frame, params, result } = exam(seed)
    const total =
      result.columns[
        totalColumn(
          result.columns.map(({ column }) => column),
          null,
        )
      ]
    const line = total && lineMark({ by: 'percent', value: 4_000 }, total.steps)
    if (!total || line === null || line === undefined) continue
    const near: Nearness = { by: dice.pick(['marks', 'ranks'] as const), within: 1 + dice.below(12) }
    if (near.by === 'marks') near.within *= 500
    const totals = total.column.marks
    const sorted = [...totals].filter((mark) => mark !== NO_MARK).sort((one, other) => other - one)
    const passers = sorted.filter((mark) => mark >= line).length
    const wanted = [...totals].flatMap((mark, row) => {
      if (mark === NO_MARK) return []
      // By rank: within so many places of the border, where equal totals are as near as the nearest of them.
      const nearest = [sorted.indexOf(mark) + 1, sorted.lastIndexOf(mark) + 1]
      const within =
        mark >= line ? (nearest[1] ?? 0) > passers - near.within : (nearest[0] ?? 0) <= passers + near.within
      return (near.by === 'marks' ? Math.abs(mark - line) <= near.within : within) ? [row] : []
    })
    const found = borderline(result.columns, total, line, near, [0, frame.rows], params)
    expect(found.map(({ row }) => row).toSorted((one, other) => one - other)).toEqual(wanted)
    expect(found.map((one) => one.total)).toEqual(found.map((one) => one.total).toSorted((one, other) => other - one))
    for (const { row, gap, total: own, subjects } of found) {
      expect([own, gap]).toEqual([totals[row], own - line])
      expect(subjects.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(0, 9)
      expect(subjects.map(({ distance }) => distance)).toEqual(
        subjects.map((one) => one.distance).toSorted((a, b) => a - b),
      )
    }
  }
})

test('the borderline of a unit has its rows alone, with the weakest subject first', () => {
  const marks = [
    [8_000, 8_000],
    [8_000, 2_000],
    [4_000, 8_000],
    [3_000, 3_000],
  ]
  const column = (at: number) => Int32Array.from(marks, (own) => own[at] ?? 0)
  const frame = buildFrame({
    candidates: Int32Array.of(1, 2, 3, 4),
    schools: Float64Array.of(1, 1, 2, 2),
    classes: Float64Array.of(1, 1, 1, 1),
    subjects: [0, 1].map((at) => ({ id: at, marks: column(at), flags: new Uint8Array(4) })),
  })
  const params = { ...randomParams(random(1)), combos: [], tracks: [], assign: null, lines: [], fullTotal: 20_000 }
  const subjects = [0, 1].map((id) => ({ id, fullMark: 10_000, counts: true, assigned: false, chosen: false }))
  const result = compute(frame, { ...params, subjects })
  const total = result.columns[2]
  if (!total) throw new Error('there is no total')
  const near = { by: 'marks', within: 2_000 } as const
  const found = borderline(result.columns, total, 10_000, near, [0, 2], { ...params, subjects })
  expect(found.map(({ row, gap, subjects: own }) => [row, gap, own[0]?.subject])).toEqual([[1, 0, 1]])
})
