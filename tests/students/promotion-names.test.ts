import { expect, test } from 'vitest'
import { nextClassName, plainClassName, schoolYearOf } from '#src/features/students/promotion.ts'

const junior = ['七年级', '八年级', '九年级']

test.each([
  ['七年级1班', '八年级1班'],
  ['八年级（3）班', '九年级（3）班'],
  ['初一(2)班', '初二(2)班'],
  ['7(1)班', '8(1)班'],
  ['7年级12班', '8年级12班'],
  ['701班', '801班'],
  ['Grade 7 Class 1', 'Grade 8 Class 1'],
  ['Year 7A', 'Year 8A'],
])('%s becomes %s', (name, next) => expect(nextClassName(name, junior)).toBe(next))

test.each(['2024级1班', '1班', 'Class 1', '九年级1班', ''])('%s tells no grade that has a next one', (name) =>
  expect(nextClassName(name, junior)).toBeUndefined(),
)

test('the names of the level come first, also those of its own', () => {
  expect(nextClassName('小班1', ['小班', '中班', '大班'])).toBe('中班1')
  expect(nextClassName('高一3班', ['高一', '高二', '高三'])).toBe('高二3班')
  expect(nextClassName('中职一年级2班', ['中职一年级', '中职二年级'])).toBe('中职二年级2班')
})

test('names that are typed in another way are the same', () => {
  expect(plainClassName('八年级（１）班')).toBe(plainClassName('八年级 (1) 班'))
})

test('a school year begins in September', () => {
  expect(schoolYearOf('2026-09-01')).toBe(2026)
  expect(schoolYearOf('2026-08-31')).toBe(2025)
})
