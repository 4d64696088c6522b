import { expect, test } from 'vitest'
import { dropLine, placeAmong, siblingAt, siblingBeside } from '#src/crud/grid/sort-target.ts'

// The tree: 1 > (2 > 5, 6) (3) (4 > 7)
const rows = [
  { id: 1, pid: null, depth: 0, name: 'A' },
  { id: 2, pid: 1, depth: 1, name: 'B' },
  { id: 5, pid: 2, depth: 2, name: 'E' },
  { id: 6, pid: 2, depth: 2, name: 'F' },
  { id: 3, pid: 1, depth: 1, name: 'C' },
  { id: 4, pid: 1, depth: 1, name: 'D' },
  { id: 7, pid: 4, depth: 2, name: 'G' },
]

test('what hangs below a sibling counts as that sibling; beyond the ends it is the first or the last', () => {
  expect(siblingAt(rows, 4, 3)).toBe(2)
  expect(siblingAt(rows, 4, 4)).toBe(3)
  expect(siblingAt(rows, 4, 0)).toBe(2)
  expect(siblingAt(rows, 2, 6)).toBe(4)
  expect(siblingAt(rows, 5, 6)).toBe(6)
})

test('steps go from sibling to sibling and stop at the ends', () => {
  expect(siblingBeside(rows, 3, 3, -1)).toBe(2)
  expect(siblingBeside(rows, 3, 3, 5)).toBe(4)
  expect(placeAmong(rows, 3, 4)).toEqual({ at: 3, count: 3 })
})

test('the line is above the target upwards and below all that hangs under it downwards', () => {
  expect(dropLine(rows, 4, 2)).toBe(1)
  expect(dropLine(rows, 3, 4)).toBe(7)
  expect(dropLine(rows, 2, 3)).toBe(5)
  expect(dropLine(rows, 3, 3)).toBeUndefined()
})
