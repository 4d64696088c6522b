import { expect, test } from 'vitest'
import { sitsIn, sitsOf } from '#src/features/exam-data/exam-sits.ts'
import { faultText } from '#src/features/exam-data/fault-text.ts'
import { findingText } from '#src/features/exam-data/finding-text.ts'
import { markText, paperText, readMark } from '#src/features/exam-data/mark-cell.ts'
import { distantSchools } from '#src/features/exam-data/school-means.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { withLocale } from '#src/i18n/locale.server.ts'

const rule = { fullMark: 15000, step: 50 }

test('a typed mark is read exactly', () => {
  const read = (text: string) => readMark(text, rule)
  expect(read('')).toBeNull()
  expect(read(' 87.5 ')).toEqual({ mark: 8750, flag: 0 })
  expect(read('８７．５')).toEqual({ mark: 8750, flag: 0 })
  expect(read('87。5')).toEqual({ mark: 8750, flag: 0 })
  expect(read('0')).toEqual({ mark: 0, flag: 0 })
  expect(read('087.')).toEqual({ mark: 8700, flag: 0 })
  expect(read('150')).toEqual({ mark: 15000, flag: 0 })
  expect(read('150.00')).toEqual({ mark: 15000, flag: 0 })
  expect(read('150.001')).toBe('over')
  expect(read('150.5')).toBe('over')
  expect(read('87.501')).toBe('step')
  expect(read('87.3')).toBe('step')
  for (const text of ['-1', '1e2', '1,5', '.5', 'B', 'AA', '1 2', '999999']) expect(read(text), text).toBe('form')
  for (const [text, flag] of [
    ['a', 1],
    ['缺考', 1],
    ['C', 2],
    ['违纪', 2],
    ['e', 3],
    ['免考', 3],
  ] as const)
    expect(read(text)).toEqual({ mark: null, flag })
  // Every mark of a step of one hundredth comes back as it was typed.
  const all = Array.from({ length: 15001 }, (_, mark) => mark)
  const back = all.map((mark) => readMark(markText(mark), { fullMark: 15000, step: 1 }))
  expect(back).toEqual(all.map((mark) => ({ mark, flag: 0 })))
  expect(paperText({ mark: null, flag: 3 })).toBe('E')
  expect(faultText('over', rule)).toContain('150')
})

test('who sits what follows from the scheme', () => {
  const subjects = (['required', 'school', 'first', 'second'] as const).map((kind, at) => ({
    subjectId: at + 1,
    kind,
    fullMark: 100,
    counts: 1,
    assigned: 0,
  }))
  const content = { subjects, combinations: [{ name: 'P', subjectIds: [3, 4] }] }
  const sits = sitsIn(sitsOf({ ...content, choice: '3+1+2' } as unknown as SchemeContent))
  expect([1, 2, 3, 4].map((id) => sits('P', id))).toEqual([true, true, true, true])
  expect([1, 2, 3, 4].map((id) => sits('', id))).toEqual([true, true, false, false])
  const all = sitsIn(sitsOf({ ...content, choice: 'none' } as unknown as SchemeContent))
  expect([1, 2, 3, 4].map((id) => all('', id))).toEqual([true, true, true, true])
})

test('a school is far from the others by three of their standard deviations', () => {
  const means = [50, 51, 52, 53, 54, 55, 56, 90].map((mean) => ({ mean }))
  expect(distantSchools(means)).toMatchObject([{ mean: 90, others: 53 }])
  expect(distantSchools(means.slice(1))).toEqual([])
  expect(distantSchools(Array.from({ length: 9 }, () => ({ mean: 50 })))).toEqual([])
})

test('a school that is far from last time is told both shares, of how many pupils, in which exam', () => {
  const place = { schoolId: 1, school: 'East', subjectId: 2, subject: 'Chinese', orgId: null, blocking: false }
  const said = (others: number | null, alone = false) =>
    withLocale('en', () =>
      findingText({
        ...place,
        kind: 'shift',
        count: 400,
        of: 575,
        last: { exam: 'Monthly', pupils: 1200, alone, others },
      }),
    )
  const begin = 'These 1,200 pupils reach 40.0% of the full mark. They had 57.5% in Monthly, and other schools have '
  expect(said(-50)).toBe(`${begin}moved by −5.0 points`)
  expect(said(34)).toBe(`${begin}moved by +3.4 points`)
  expect(said(null)).toBe(`${begin}moved otherwise`)
  expect(said(null, true)).toBe(`${begin}too few marks to compare with`)
})
