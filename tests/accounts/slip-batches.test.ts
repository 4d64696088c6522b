import { expect, test } from 'vitest'
import { slipBatches, slipBatchesOf } from '#src/features/accounts/slip-batches.ts'

/** Slips of organizations with so many people. */
function slips(sizes: Record<string, number>) {
  return Object.entries(sizes).flatMap(([organization, size]) =>
    Array.from({ length: size }, (_, at) => ({
      username: `${organization}${at + 1}`,
      name: '',
      organization,
      code: `code-${organization}-${at + 1}`,
    })),
  )
}

const sizesOf = (batches: ReturnType<typeof slipBatches>) =>
  batches.map(({ first, last, slips: own }) => [first, last, own.length])

test('an organization is in one batch if it fits, and a larger one begins a batch of its own', () => {
  const all = slips({ '': 2, A: 3, B: 6, C: 25, D: 5, E: 5, F: 1 })
  const batches = slipBatches(all, 10)
  expect(sizesOf(batches)).toEqual([
    ['', 'A', 5],
    ['B', 'B', 6],
    ['C', 'C', 10],
    ['C', 'C', 10],
    ['C', 'D', 10],
    ['E', 'F', 6],
  ])
  // Each slip is in exactly one batch, in the same order.
  expect(batches.flatMap((batch) => batch.slips)).toEqual(all)
  expect(new Set(batches.map(({ key }) => key)).size).toBe(batches.length)
})

test('a hundred thousand slips of small organizations are a hundred batches', () => {
  const all = slips(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`S${at}`, 20])))
  expect(slipBatches(all)).toHaveLength(100)
})

test('an organization that is looked for has batches of its own', () => {
  const all = slips({ 'North School': 2, 'South School': 12, College: 3 })
  const found = slipBatchesOf(all, ' school ', 10)
  expect(sizesOf(found)).toEqual([
    ['North School', 'North School', 2],
    ['South School', 'South School', 10],
    ['South School', 'South School', 2],
  ])
  expect(new Set(found.map(({ key }) => key)).size).toBe(3)
  expect(slipBatchesOf(all, 'nowhere')).toEqual([])
})
