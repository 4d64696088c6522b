import { expect, test } from 'vitest'
import { rowPlaces } from '#src/crud/grid/row-places.ts'

test('without open rows, every row has the same height', () => {
  const { topOf, indexAt } = rowPlaces(40, new Map())
  expect([topOf(0), topOf(3)]).toEqual([0, 120])
  expect([indexAt(0), indexAt(119), indexAt(120)]).toEqual([0, 2, 3])
})

test('an open row moves the rows below it, and what it shows is still its place', () => {
  const { topOf, indexAt } = rowPlaces(
    40,
    new Map([
      [5, 100],
      [1, 300],
    ]),
  )
  expect([topOf(1), topOf(2), topOf(5), topOf(6)]).toEqual([40, 380, 500, 640])
  expect([indexAt(79), indexAt(80), indexAt(379), indexAt(380)]).toEqual([1, 1, 1, 2])
  expect([indexAt(540), indexAt(639), indexAt(640)]).toEqual([5, 5, 6])
})
