import { expect, test } from 'vitest'
import { rowChanges, tableRows } from '#src/crud/row/row-changes.ts'

const row = (subjectId: number, fullMark: number) => ({ subjectId, fullMark })

test('two versions of a table as one: what is new, different, gone, and the same', () => {
  const before = [row(1, 150), row(2, 150), row(3, 100)]
  const after = [row(3, 100), row(1, 120), row(4, 100)]
  expect(rowChanges(before, after, 'subjectId')).toEqual([
    { row: row(3, 100) },
    { row: row(1, 120), before: row(1, 150) },
    { row: row(4, 100), mark: 'added' },
    { row: row(2, 150), mark: 'removed' },
  ])
})

test('rows of the same name are told apart by how often they are there', () => {
  expect(rowChanges([row(1, 1)], [row(1, 1), row(1, 1)], 'subjectId')).toEqual([
    { row: row(1, 1) },
    { row: row(1, 1), mark: 'added' },
  ])
})

test('what is no table has no rows', () => {
  expect(tableRows(undefined)).toEqual([])
  expect(tableRows('text')).toEqual([])
  expect(tableRows([{ name: 'A' }, 5])).toEqual([{ name: 'A' }])
})
