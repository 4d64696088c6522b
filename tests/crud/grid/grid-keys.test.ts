import { expect, test } from 'vitest'
import { highlightedParts } from '#src/crud/cells/highlight.tsx'
import { gridKey } from '#src/crud/grid/grid-keys.ts'

const rows = [
  { depth: 0, canOpen: true, open: true },
  { depth: 1, canOpen: true, open: false },
  { depth: 1, canOpen: false, open: false },
]
const press = (at: number, key: string, inside = false, ctrl = false) =>
  gridKey((index) => rows[index], rows.length, at, inside, key, ctrl)

test.each([
  [0, 'ArrowDown', { to: 1 }],
  [2, 'ArrowDown', { to: 2 }],
  [1, 'ArrowUp', { to: 0 }],
  [0, 'ArrowUp', { to: -1 }],
  [1, 'Home', { to: 0 }],
  [0, 'End', { to: 2 }],
  [0, 'PageDown', { to: 2 }],
  [1, 'ArrowRight', { open: true }],
  [0, 'ArrowRight', { along: 'next' }],
  [0, 'ArrowLeft', { open: false }],
  [2, 'ArrowLeft', { to: 0 }],
  [1, 'x', undefined],
] as const)('on row %i, %s', (at, key, action) => {
  expect(press(at, key)).toEqual(action)
})

test.each([
  ['ArrowRight', { along: 'next' }],
  ['ArrowLeft', { along: 'previous' }],
  ['Home', { along: 'first' }],
  ['End', { along: 'last' }],
  ['ArrowDown', { to: 2 }],
] as const)('in a cell, %s', (key, action) => {
  expect(press(1, key, true)).toEqual(action)
})

test('with Ctrl, Home and End lead to the ends of the list, wherever the focus is', () => {
  expect(press(1, 'Home', true, true)).toEqual({ to: 0 })
  expect(press(1, 'End', true, true)).toEqual({ to: 2 })
})

test('searched words are marked whatever their case, and signs in them are only signs', () => {
  expect(highlightedParts('Demo (a) demo', ['DEMO', '(a)']).map((part) => [part.text, part.marked])).toEqual([
    ['Demo', true],
    [' ', false],
    ['(a)', true],
    [' ', false],
    ['demo', true],
  ])
})
