import { expect, test } from 'vitest'
import { inTreeOrder } from '#src/crud/print/print-rows.ts'

const row = (id: number, pid: number | null, sortKey: string) => ({ id, version: 1, pid, sortKey })

test('a tree is printed with each row below its parent, in the order of the screen', () => {
  const rows = [
    row(1, null, 'a1'),
    row(2, null, 'a0'),
    row(3, 1, 'Zz'),
    row(4, 1, 'a0'),
    row(5, 3, 'a0'),
    row(6, 99, 'a2'),
  ]
  expect(inTreeOrder(rows).map(({ row, depth }) => [row.id, depth])).toEqual([
    [2, 0],
    [1, 0],
    [3, 1],
    [5, 2],
    [4, 1],
    // Its parent is not among the rows that the search finds.
    [6, 0],
  ])
})
