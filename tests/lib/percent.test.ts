import { expect, test } from 'vitest'
import { formatPercent } from '#src/lib/percent.ts'

test.each([
  [1, 3, '33.33%'],
  [2, 3, '66.67%'],
  [0, 5, '0.00%'],
  [5, 5, '100.00%'],
  [7, 5, '140.00%'],
  [-1, 8, '-12.50%'],
  [1, 100_000, '0.00%'],
  [5, 100_000, '0.01%'],
  [57, 1000, '5.70%'],
  [1, 0, '0.00%'],
])('%d of %d is %s', (part, whole, text) => {
  expect(formatPercent(part, whole)).toBe(text)
})
