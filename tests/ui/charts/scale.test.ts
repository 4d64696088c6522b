import { expect, test } from 'vitest'
import { digitsOf, linearScale, ticksOf } from '#src/ui/charts/scale.ts'
import { random } from '../../support/random.ts'

const range = [100, 500] as const
const plain = (digits: number, value: number) => value.toFixed(digits)

test('the ends of a scale are round numbers around the values', () => {
  const { domain, at } = linearScale({ values: [61.3, 88.9], range })
  expect(domain).toEqual([60, 90])
  expect([at(60), at(75), at(90)]).toEqual([100, 300, 500])
})

test('known ends stay, unless a value is outside', () => {
  expect(linearScale({ values: [20, 140], ends: [0, 150], range }).domain).toEqual([0, 150])
  expect(linearScale({ values: [-12, 140], ends: [0, 150], range }).domain).toEqual([-50, 150])
  expect(linearScale({ values: [], ends: [0, 1], range }).domain).toEqual([0, 1])
})

test.each([
  ['nothing', [], [0, 1]],
  ['one value', [50], [44, 56]],
  ['equal values', [5, 5, 5], [4.4, 5.6]],
  ['only zero', [0], [-1, 1]],
  ['negative values', [-8, -2], [-8, -2]],
  ['values that are none', [Number.NaN, Number.POSITIVE_INFINITY, 4, 6], [4, 6]],
])('a scale of %s has two ends', (_what, values, domain) => {
  expect(linearScale({ values, range }).domain).toEqual(domain)
})

test('y grows upwards when its range is turned round, and values outside stand at the edge', () => {
  const { at } = linearScale({ values: [], ends: [0, 10], range: [200, 0] })
  expect([at(0), at(10), at(-5), at(99)]).toEqual([200, 0, 200, 0])
})

test('ticks have the decimals of their distance, and no more', () => {
  expect([5, 0.5, 0.25, 0.001, 20].map(digitsOf)).toEqual([0, 1, 2, 3, 0])
  const labels = ticksOf(linearScale({ values: [], ends: [0, 1], range }), plain, () => 30).map((tick) => tick.label)
  expect(labels).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
})

test('counts of people have no halves', () => {
  const scale = linearScale({ values: [], ends: [0, 2], range: [300, 0] })
  expect(ticksOf(scale, plain, () => 20, true).map((tick) => tick.label)).toEqual(['0', '1', '2'])
})

test('whatever the values: all have a place in the range, and no two labels of ticks touch', () => {
  const { next, below } = random(11)
  for (let run = 0; run < 2_000; run++) {
    const size = 10 ** (below(13) - 4)
    const shift = (next() - 0.5) * size * 10 ** below(5)
    const values = Array.from({ length: below(6) }, () => shift + (next() - 0.5) * size)
    const to = 60 + below(700)
    const scale = linearScale({ values, range: [20, to] })
    const [low, high] = scale.domain
    expect(low).toBeLessThan(high)
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(low)
      expect(value).toBeLessThanOrEqual(high)
    }
    const room = (label: string) => label.length * 7 + 8
    const ticks = ticksOf(scale, plain, room)
    expect(ticks.length).toBeLessThan(10)
    for (const [index, { at, label, value }] of ticks.entries()) {
      expect(at).toBeGreaterThanOrEqual(20)
      expect(at).toBeLessThanOrEqual(to)
      expect(value).toBeGreaterThanOrEqual(low)
      const before = ticks[index - 1]
      if (before) expect(at - before.at).toBeGreaterThan((room(label) + room(before.label)) / 2 - 0.001)
    }
  }
})
