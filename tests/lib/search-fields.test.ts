import { expect, test } from 'vitest'
import { searchId, searchOneOf, searchReader, searchText } from '#src/lib/search-fields.ts'

test('the search of a URL is read field by field, and what is wrong or unknown is left out', () => {
  const read = searchReader<{ id?: number; tab?: 'one' | 'two'; q?: string }>({
    id: searchId,
    tab: searchOneOf(['one', 'two']),
    q: searchText,
  })
  expect(read({ id: '12', tab: 'two', q: 'East', other: 1 })).toEqual({ id: 12, tab: 'two', q: 'East' })
  expect(read({ id: 3, q: 7 })).toEqual({ id: 3, q: '7' })
  for (const id of ['1.5', '-1', '1e3', '0', 0, 2 ** 60, null]) expect(read({ id, tab: 'three', q: '' })).toEqual({})
})
