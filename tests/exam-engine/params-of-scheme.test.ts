import { expect, test } from 'vitest'
import { defaultPolicy, paramsOfScheme } from '#src/features/exam-engine/params-of-scheme.ts'
import type { SchemeContent, SubjectKind } from '#src/features/exam-scheme/exam-scheme.content.ts'

const subject = (subjectId: number, kind: SubjectKind, fullMark: number, assigned = 0) => ({
  subjectId,
  kind,
  fullMark,
  counts: 1,
  assigned,
})

const scheme: SchemeContent = {
  name: 'Senior',
  levelId: 1,
  subjects: [
    subject(11, 'required', 150),
    subject(12, 'first', 100),
    subject(13, 'first', 100),
    subject(14, 'second', 100, 1),
    subject(15, 'second', 100, 1),
  ],
  choice: '3+1+2',
  combinations: [{ name: 'Physics', subjectIds: [12, 14, 15] }],
  assign: 'bands',
  assignBands: [{ name: 'A', percent: 100, high: 100, low: 30 }],
  assignFlat: 'middle',
  assignZero: 'lowest',
  bands: [{ name: 'Pass', side: 'from', percent: 60, color: '#2e8b57' }],
  lines: [
    { name: 'First', by: 'score', value: 420.5, subjectId: 13, effective: 1 },
    { name: 'Second', by: 'place', value: 300, subjectId: null, effective: 0 },
    { name: 'Third', by: 'percent', value: 12.5, subjectId: null, effective: 0 },
  ],
}

test('a scheme becomes parameters: hundredths, indexes, no names', () => {
  const params = paramsOfScheme(scheme, defaultPolicy)
  expect(params).toMatchObject({
    combos: [[1, 3, 4]],
    tracks: [1, 2],
    fullTotal: 45_000,
    assign: { bands: [{ percent: 100, high: 100, low: 30 }], flat: 'middle', zero: 'lowest' },
    bands: [{ side: 'from', percent: 60 }],
    lines: [
      { by: 'score', value: 42_050, track: 2, effective: true },
      { by: 'place', value: 300, track: null, effective: false },
      { by: 'percent', value: 1_250, track: null, effective: false },
    ],
  })
  expect(params.subjects[0]).toEqual({ id: 11, fullMark: 15_000, counts: true, assigned: false, chosen: false })
  expect(params.subjects[3]).toEqual({ id: 14, fullMark: 10_000, counts: true, assigned: true, chosen: true })
  expect(JSON.stringify(params)).not.toMatch(/Senior|Physics|First|Pass/)
})

test('without a choice, all subjects are for everybody; without assigning, nothing is assigned', () => {
  const params = paramsOfScheme({ ...scheme, choice: 'none', assign: 'none' }, defaultPolicy)
  expect(params).toMatchObject({ combos: [], tracks: [], assign: null })
  expect(params.subjects.some(({ chosen, assigned }) => chosen || assigned)).toBe(false)
})
