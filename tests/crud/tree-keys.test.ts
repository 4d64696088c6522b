import { expect, test } from 'vitest'
import { parts } from '#src/crud/highlight.tsx'
import { treeKey } from '#src/crud/tree-keys.ts'

const rows = [
  { id: '1', depth: 0, canOpen: true, open: true },
  { id: '2', depth: 1, canOpen: true, open: false },
  { id: '3', depth: 1, canOpen: false, open: false },
]

test.each([
  [0, 'ArrowDown', { focus: '2' }],
  [2, 'ArrowDown', { focus: '3' }],
  [0, 'ArrowUp', { focus: '1' }],
  [1, 'Home', { focus: '1' }],
  [0, 'End', { focus: '3' }],
  [1, 'ArrowRight', { toggle: '2', open: true }],
  [0, 'ArrowRight', { into: '1' }],
  [0, 'ArrowLeft', { toggle: '1', open: false }],
  [2, 'ArrowLeft', { focus: '1' }],
  [1, 'x', undefined],
] as const)('row %i, %s', (at, key, action) => {
  expect(treeKey(rows, at, key)).toEqual(action)
})

test('searched words are marked whatever their case, and signs in them are only signs', () => {
  expect(parts('Demo (a) demo', ['DEMO', '(a)']).map((part) => [part.text, part.marked])).toEqual([
    ['Demo', true],
    [' ', false],
    ['(a)', true],
    [' ', false],
    ['demo', true],
  ])
})
