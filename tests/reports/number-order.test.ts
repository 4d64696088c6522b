import { expect, test } from 'vitest'
import { inNumberOrder } from '#src/features/reports/number-order.ts'

const ordered = (...names: string[]) => inNumberOrder(names.map((name) => ({ name }))).map(({ name }) => name)

test('names that differ in their numbers go by these', () => {
  // As a collation by sound has them: bā, èr, èrshí, èrshíyī, sān, shí, shíèr, yī, yībǎilíngsān.
  expect(
    ordered(
      '第八中学',
      '第二中学',
      '第二十中学',
      '第二十一中学',
      '第三中学',
      '第十中学',
      '第十二中学',
      '第一中学',
      '第一百零三中学',
    ),
  ).toEqual([
    '第一中学',
    '第二中学',
    '第三中学',
    '第八中学',
    '第十中学',
    '第十二中学',
    '第二十中学',
    '第二十一中学',
    '第一百零三中学',
  ])
  expect(ordered('Class 1', 'Class 10', 'Class 2')).toEqual(['Class 1', 'Class 2', 'Class 10'])
  expect(ordered('高二(10)班', '高二(2)班', '高一(10)班', '高一(2)班')).toEqual([
    '高一(2)班',
    '高一(10)班',
    '高二(2)班',
    '高二(10)班',
  ])
  expect(ordered('二〇二五级', '二〇二四级', '二零一九级')).toEqual(['二零一九级', '二〇二四级', '二〇二五级'])
})

test('all other names stay where they are', () => {
  expect(ordered('Alpha', 'School 2', 'Second', 'School 1', 'Zeta')).toEqual([
    'Alpha',
    'School 1',
    'Second',
    'School 2',
    'Zeta',
  ])
  // Digits and numerals of the same value are the same number.
  expect(ordered('第2中学', '第二中学', '第1中学', '第一小学')).toEqual(['第1中学', '第2中学', '第二中学', '第一小学'])
  expect(ordered()).toEqual([])
  const rows = Array.from({ length: 25_000 }, (_, at) => ({ name: `Class ${at % 50}` }))
  expect(inNumberOrder(rows)).toHaveLength(25_000)
})
