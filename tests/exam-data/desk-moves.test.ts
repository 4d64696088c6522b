import { expect, test } from 'vitest'
import { moved } from '#src/features/exam-data/desk-moves.ts'

const size = { rows: 3, columns: 2 }
const all = () => true
const go = (key: string, row: number, column: number, awaits: Parameters<typeof moved>[3] = all, shiftKey = false) => {
  const to = moved({ key, shiftKey }, { row, column }, size, awaits)
  return to && [to.row, to.column]
}

test('enter goes down, and from the end of a column to the next one', () => {
  expect(go('Enter', 0, 0)).toEqual([1, 0])
  expect(go('Enter', 2, 0)).toEqual([0, 1])
  expect(go('Enter', 2, 1)).toEqual([2, 1])
  expect(go('Enter', 0, 1, all, true)).toEqual([2, 0])
  // Cells of subjects that a candidate does not sit are passed.
  expect(go('Enter', 0, 0, ({ row }) => row === 2)).toEqual([2, 0])
})

test('arrows stay within the grid', () => {
  expect(go('ArrowUp', 0, 0)).toEqual([0, 0])
  expect(go('ArrowDown', 0, 0)).toEqual([1, 0])
  expect(go('ArrowRight', 0, 1)).toEqual([0, 1])
  expect(go('ArrowLeft', 0, 1)).toEqual([0, 0])
  expect(go('PageDown', 0, 1)).toEqual([2, 1])
  expect(go('PageUp', 2, 1)).toEqual([0, 1])
  expect(go('Home', 1, 1)).toEqual([1, 0])
  expect(go('End', 1, 0)).toEqual([1, 1])
  expect(go('5', 1, 0)).toBeUndefined()
})
