import { expect, test } from 'vitest'
import { buildFrame, type Roster } from '#src/features/exam-engine/build-frame.ts'
import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import { decodeFrame, encodeFrame } from '#src/features/exam-engine/frame-bytes.ts'
import { canonicalJson } from '#src/features/exam-engine/params.ts'
import { readPlanes, writePlanes } from '#src/features/exam-engine/planes.ts'
import { random } from '../support/random.ts'
import { randomSitters, rosterOf } from './random-exam.ts'

const roster = (change: Partial<Roster> = {}): Roster => ({
  candidates: Int32Array.of(3, 1, 2, 4),
  schools: Float64Array.of(8, 7, 8, 7),
  classes: Float64Array.of(1, 2, 1, 1),
  subjects: [{ id: 5, marks: Int32Array.of(100, NO_MARK, 300, 400), flags: Uint8Array.of(0, 1, 0, 0) }],
  ...change,
})

test('candidates are sorted by district, school, class and number', () => {
  const frame = buildFrame(
    roster({
      districts: new Map([
        [7, 20],
        [8, 10],
      ]),
    }),
  )
  expect([...frame.candidates]).toEqual([2, 3, 4, 1])
  expect([...(frame.subjects[0]?.marks ?? [])]).toEqual([300, 100, 400, NO_MARK])
  expect([...(frame.subjects[0]?.flags ?? [])]).toEqual([0, 0, 0, 1])
  expect(frame.levels.map(({ kind, ids, starts, parents }) => [kind, [...ids], [...starts], [...parents]])).toEqual([
    ['all', [0], [0, 4], [-1]],
    ['district', [10, 20], [0, 2, 4], [0, 0]],
    ['school', [8, 7], [0, 2, 4], [0, 1]],
    ['class', [1, 1, 2], [0, 2, 3, 4], [0, 1, 1]],
  ])
})

test('without districts, and without candidates', () => {
  expect(buildFrame(roster()).levels.map(({ kind }) => kind)).toEqual(['all', 'school', 'class'])
  const none = buildFrame({
    candidates: new Int32Array(),
    schools: new Float64Array(),
    classes: new Float64Array(),
    subjects: [],
  })
  expect(none.levels.map(({ ids, starts }) => [[...ids], [...starts]])).toEqual([
    [[0], [0, 0]],
    [[], [0]],
    [[], [0]],
  ])
})

test.each([
  ['a candidate twice', { candidates: Int32Array.of(1, 2, 2, 4) }],
  ['a candidate twice, with a high number', { candidates: Int32Array.of(1, 2_000_000, 2_000_000, 4) }],
  ['columns of other lengths', { schools: Float64Array.of(7) }],
  ['marks below zero', { subjects: [{ id: 5, marks: Int32Array.of(1, 2, -2, 3), flags: new Uint8Array(4) }] }],
])('refused: %s', (_what, change) => {
  expect(() => buildFrame(roster(change))).toThrow(RangeError)
})

test('a frame comes back from its bytes, and the order of its rows does not matter', () => {
  for (let seed = 0; seed < 50; seed++) {
    const dice = random(seed)
    const sitters = randomSitters(dice, dice.below(60))
    const districts = dice.chance(0.5)
    const frame = buildFrame(rosterOf(sitters, { districts }))
    const columns = [...encodeFrame(frame)]
    expect(decodeFrame(columns.toReversed())).toEqual(frame)
    expect([...encodeFrame(buildFrame(rosterOf(sitters.toReversed(), { districts })))]).toEqual(columns)
  }
})

test('other data have other bytes', () => {
  const bytes = (change: Partial<Roster> = {}) =>
    canonicalJson([...encodeFrame(buildFrame(roster(change)))].map(({ name, bytes }) => [name, [...bytes]]))
  const subject = (change: { flags?: Uint8Array; id?: number; marks?: Int32Array }) => ({
    subjects: [{ id: 5, marks: Int32Array.of(100, NO_MARK, 300, 400), flags: Uint8Array.of(0, 1, 0, 0), ...change }],
  })
  const all = [
    bytes(),
    bytes({ candidates: Int32Array.of(3, 1, 2, 5) }),
    bytes({ combos: Int16Array.of(0, 0, 0, 0) }),
    bytes({ classes: Float64Array.of(1, 2, 1, 3) }),
    bytes(subject({ flags: Uint8Array.of(0, 2, 0, 0) })),
    bytes(subject({ id: 6 })),
    bytes(subject({ marks: Int32Array.of(100, NO_MARK, 300, 401) })),
    bytes({ subjects: [...roster().subjects.map((one) => ({ ...one, groups: Float64Array.of(1, 1, 2, 0) }))] }),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('a missing or shortened column is refused', () => {
  const columns = [...encodeFrame(buildFrame(roster()))]
  for (const left of columns) {
    expect(() => decodeFrame(columns.filter((one) => one !== left)), left.name).toThrow(RangeError)
    const short = columns.map((one) => (one === left ? { ...one, bytes: one.bytes.subarray(0, -1) } : one))
    expect(() => decodeFrame(short), left.name).toThrow(RangeError)
  }
})

test.each([[[]], [[-1, -1]], [[0, 1, 254, 255, 256]], [[65_535, 16_777_215, 4_294_967_295, 2 ** 52, 2 ** 53 - 2, -1]]])(
  'numbers come back from their planes: %j',
  (numbers) => {
    const bytes = writePlanes(numbers)
    expect([...readPlanes(bytes, (length) => new Float64Array(length))]).toEqual(numbers)
  },
)

test.each([[-2], [1.5], [2 ** 53], [Number.NaN]])('%d has no place in planes', (number) => {
  expect(() => writePlanes([number])).toThrow(RangeError)
})

test('equal parameters have equal texts, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: 0.5, e: undefined })).toBe(
    '{"a":0.5,"b":[1,{"c":"é\\"","d":null}]}',
  )
  expect(canonicalJson({ a: 0.5, b: [1, { c: 'é"', d: null }] })).toBe('{"a":0.5,"b":[1,{"c":"é\\"","d":null}]}')
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError)
})
