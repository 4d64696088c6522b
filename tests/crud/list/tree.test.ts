import { expect, test } from 'vitest'
import {
  buildTree,
  mergeRows,
  moveRow,
  neighbourOf,
  shownRows,
  siblingsOf,
  withDescendants,
} from '#src/crud/list/tree.ts'

const rows = [
  { id: 1, pid: null },
  { id: 2, pid: 1 },
  { id: 3, pid: 1 },
  { id: 4, pid: 1 },
  { id: 5, pid: 3 },
]

test('rows become a tree in their order; a row without its parent stands at the top', () => {
  expect(buildTree(rows)).toMatchObject([
    {
      row: { id: 1 },
      children: [{ row: { id: 2 } }, { row: { id: 3 }, children: [{ row: { id: 5 } }] }, { row: { id: 4 } }],
    },
  ])
  expect(buildTree([{ id: 9, pid: 8 }])).toMatchObject([{ row: { id: 9 }, children: [] }])
})

test('siblings have the same parent, whether or not it is on screen', () => {
  expect(siblingsOf(rows, 3).map((row) => row.id)).toEqual([2, 3, 4])
  expect(
    siblingsOf(
      [
        { id: 9, pid: 8 },
        { id: 10, pid: 7 },
        { id: 11, pid: 8 },
      ],
      9,
    ).map((row) => row.id),
  ).toEqual([9, 11])
  expect(siblingsOf(rows, 99)).toEqual([])
})

test('a moved row takes the place of its target: before it upwards, after it downwards', () => {
  const order = (id: number, target: number) => moveRow(rows, id, target).map((row) => row.id)
  expect(order(4, 2)).toEqual([1, 4, 2, 3, 5])
  expect(order(2, 4)).toEqual([1, 3, 4, 2, 5])
  expect(order(2, 99)).toEqual([1, 2, 3, 4, 5])
})

test('neighbours end at the first and the last sibling', () => {
  expect(neighbourOf(rows, 2, -1)).toBeUndefined()
  expect(neighbourOf(rows, 2, 1)?.id).toBe(3)
  expect(neighbourOf(rows, 4, 1)).toBeUndefined()
})

test('nobody can be put under itself or what lies below it', () => {
  expect([...withDescendants(rows, 1)].sort()).toEqual([1, 2, 3, 4, 5])
  expect([...withDescendants([...rows].reverse(), 3)].sort()).toEqual([3, 5])
})

test('of two lists the first one speaks', () => {
  expect(
    mergeRows(
      [{ id: 1, pid: null }],
      [
        { id: 1, pid: 7 },
        { id: 2, pid: 1 },
      ],
    ),
  ).toEqual([
    { id: 1, pid: null },
    { id: 2, pid: 1 },
  ])
})

test('the rows on screen are those below open rows, from top to bottom', () => {
  const tree = [{ id: 1 }, { id: 2 }, { id: 3, pid: 2 }, { id: 4, pid: 1 }, { id: 5, pid: 3 }, { id: 6, pid: 1 }]
  const shown = (...open: number[]) => shownRows(tree, new Set(open)).map(({ id }) => id)
  expect(shown()).toEqual([1, 2])
  expect(shown(1, 2)).toEqual([1, 4, 6, 2, 3])
  // Below a closed row nothing is shown, whatever is open there.
  expect(shown(3)).toEqual([1, 2])
})
