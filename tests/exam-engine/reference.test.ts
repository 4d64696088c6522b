import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { ABSENT, NO_FLAG, NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { percentileRank } from '#src/features/exam-engine/step-table.ts'
import { unitFigures } from '#src/features/exam-engine/unit-figures.ts'
import { five } from './random-exam.ts'

// The engine against R. reference.R makes the exam and its figures, and needs to run only when it changes.

const numbers = v.array(v.number())
const gaps = v.array(v.nullable(v.number()))
const byLevel = <T extends v.GenericSchema>(schema: T) => v.object({ all: schema, school: schema, class: schema })
const figures = v.object({
  unit: numbers,
  counted: numbers,
  mean: numbers,
  sample: numbers,
  population: numbers,
  lowest: numbers,
  highest: numbers,
  percentiles: v.array(numbers),
  excellent: numbers,
  pass: numbers,
  low: numbers,
})
const cells = v.object({ both: numbers, totalOnly: numbers, subjectOnly: numbers, neither: numbers })
const schema = v.object({
  school: numbers,
  class: numbers,
  marks: v.array(gaps),
  assigned: v.object({ score: gaps, quota: numbers, takers: numbers }),
  columns: v.array(v.object({ levels: byLevel(figures), ranks: byLevel(numbers), percentileRank: gaps })),
  line: v.object({
    mark: numbers,
    factor: numbers,
    passers: byLevel(numbers),
    subjects: numbers,
    double: v.array(byLevel(cells)),
  }),
})
const reference = v.parse(schema, JSON.parse(readFileSync('tests/exam-engine/reference.json', 'utf8')))
const levelNames = ['all', 'school', 'class'] as const

const params: Params = {
  subjects: [1, 2, 3].map((id) => ({ id, fullMark: 10_000, counts: true, assigned: id === 3, chosen: false })),
  combos: [],
  tracks: [],
  fullTotal: 30_000,
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  ratesOf: 'takers',
  assign: { bands: five, flat: 'high', zero: 'band' },
  bands: [
    { side: 'from', percent: 85 },
    { side: 'from', percent: 60 },
    { side: 'below', percent: 40 },
  ],
  lines: [{ by: 'percent', value: 3_000, track: null, effective: true }],
  steps: { subject: 1_000, total: 1_000 },
}
const frame = buildFrame({
  candidates: Int32Array.from(reference.school, (_, at) => at + 1),
  schools: Float64Array.from(reference.school),
  classes: Float64Array.from(reference.class),
  subjects: reference.marks.map((marks, at) => ({
    id: at + 1,
    marks: Int32Array.from(marks, (mark) => mark ?? NO_MARK),
    flags: Uint8Array.from(marks, (mark) => (mark === null ? ABSENT : NO_FLAG)),
  })),
})
const result = compute(frame, params)
/** A column of the frame in the order of the reference. */
const inOrder = <T>(read: (row: number) => T): T[] => {
  const rowOf = new Map(Array.from(frame.candidates, (id, row) => [id, row]))
  return reference.school.map((_, at) => read(rowOf.get(at + 1) ?? -1))
}

test.each([0, 1, 2, 3, 4])('column %i: figures of every unit, at every level', (at) => {
  levelNames.forEach((level, depth) => {
    const wanted = reference.columns[at]?.levels[level]
    const counts = result.columns[at]?.levels[depth]
    expect(Array.from(frame.levels[depth]?.ids ?? [])).toEqual(wanted?.unit)
    if (!counts || !wanted) return
    for (const unit of wanted.unit.keys()) {
      const found = unitFigures(counts, unit, params)
      const population = unitFigures(counts, unit, { ...params, deviation: 'population' }).deviation
      expect(found.counted).toBe(wanted.counted[unit])
      expect(found.lowest).toBe(wanted.lowest[unit])
      expect(found.highest).toBe(wanted.highest[unit])
      const pairs = [
        [found.mean, wanted.mean[unit]],
        [found.deviation, wanted.sample[unit]],
        [population, wanted.population[unit]],
        ...found.percentiles.map((own, index) => [own, wanted.percentiles[unit]?.[index]]),
        [found.bands[0]?.rate, wanted.excellent[unit]],
        [found.bands[1]?.rate, wanted.pass[unit]],
        [found.bands[2]?.rate, wanted.low[unit]],
      ]
      for (const [own, other] of pairs) expect(Math.abs((own ?? -1) - (other ?? -2))).toBeLessThan(1e-9 * 10_000)
    }
  })
})

test.each([0, 1, 2, 4])('column %i: ranks at every level, percentile ranks', (at) => {
  const own = result.columns[at]
  levelNames.forEach((level, depth) => {
    expect(inOrder((row) => own?.ranks?.[depth]?.[row])).toEqual(reference.columns[at]?.ranks[level])
  })
  const shares = inOrder((row) => {
    const mark = own?.column.marks[row] ?? NO_MARK
    return own && mark !== NO_MARK ? percentileRank(own.steps, mark) : null
  })
  reference.columns[at]?.percentileRank.forEach((wanted, index) => {
    if (wanted === null) expect(shares[index]).toBeNull()
    else expect(shares[index]).toBeCloseTo(wanted, 9)
  })
})

test('assigned scores, quotas and how many are in each band', () => {
  const scores = inOrder((row) => result.columns[3]?.column.marks[row])
  expect(scores).toEqual(reference.assigned.score.map((score) => score ?? NO_MARK))
  expect(result.assigned[2]?.bands.map(({ quota }) => quota)).toEqual(reference.assigned.quota)
  expect(result.assigned[2]?.bands.map(({ takers }) => takers)).toEqual(reference.assigned.takers)
})

test('a line by a share, the lines of its subjects, their double lines', () => {
  const [line] = result.lines
  expect(line?.line).toBe(reference.line.mark[0])
  expect(line?.subjects.map((own) => own.line)).toEqual(reference.line.subjects)
  for (const { factor } of line?.subjects ?? []) expect(factor).toBeCloseTo(reference.line.factor[0] ?? 0, 12)
  levelNames.forEach((level, depth) => {
    expect(Array.from(line?.passers[depth] ?? [])).toEqual(reference.line.passers[level])
    line?.subjects.forEach(({ levels }, subject) => {
      const found = levels[depth]
      const plain = found && {
        both: [...found.both],
        totalOnly: [...found.totalOnly],
        subjectOnly: [...found.subjectOnly],
        neither: [...found.neither],
      }
      expect(plain).toEqual(reference.line.double[subject]?.[level])
    })
  })
})
