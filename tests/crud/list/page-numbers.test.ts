import { expect, test } from 'vitest'
import { lastNumbered, pageInReach, pageNumbers } from '#src/crud/list/page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 9, [1, 2, 3, 4, 5, undefined, 9]],
  [6, 12, [1, undefined, 5, 6, 7, undefined, 12]],
  [12, 12, [1, undefined, 8, 9, 10, 11, 12]],
])('on page %i of %i', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})

test('numbers end where the list call ends', () => {
  expect([10, 20, 50, 100, 137, 200].map(lastNumbered)).toEqual([1001, 501, 201, 101, 73, 51])
})

const rows = (count: number, total: number) => ({ list: Array.from({ length: count }), total })
const on = (page: number, cursor?: string) => ({ page, limit: 20, cursor })

test('whoever stands behind the end is led to the last page, and nobody else anywhere', () => {
  expect(pageInReach(on(3), rows(5, 45))).toBeUndefined()
  expect(pageInReach(on(3), rows(0, 40))).toEqual({ page: 2 })
  expect(pageInReach(on(9), rows(0, 3))).toEqual({ page: 1 })
  expect(pageInReach(on(1), rows(0, 0))).toBeUndefined()
  expect(pageInReach(on(9), rows(0, 0))).toBeUndefined()
  expect(pageInReach(on(501), rows(20, 100_000))).toBeUndefined()
  expect(pageInReach(on(5001), rows(20, 100_000))).toEqual({ page: 501 })
  expect(pageInReach(on(1, 'somewhere'), rows(0, 100_000))).toEqual({ page: 1, cursor: 'last' })
  expect(pageInReach(on(1, 'last'), rows(0, 100_000))).toBeUndefined()
})
