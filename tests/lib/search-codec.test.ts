import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#src/lib/search-codec.ts'

test('scalars stay text: nothing of a long id is lost', () => {
  expect(parseSearch('?q=110101199003070000&page=2&flag=true')).toEqual({
    q: '110101199003070000',
    page: '2',
    flag: 'true',
  })
})

test('objects and arrays are JSON', () => {
  const search = { to: { path: '/admin/x', query: { a: '1' } }, open: [1, 2] }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test.each(['[1]', '{"a":1}', '"quoted"', '[not json', '{', 'a=b&c', '中文 空格', '1e3', 'null'])(
  'text survives the way to the URL and back: %s',
  (text) => {
    expect(parseSearch(stringifySearch({ text }))).toEqual({ text })
  },
)

test('what is not there is left out', () => {
  expect(stringifySearch({ a: undefined, b: '', c: null, d: 0 })).toBe('?d=0')
  expect(stringifySearch({})).toBe('')
})

test('broken JSON stays text', () => {
  expect(parseSearch('to=%7Bbroken')).toEqual({ to: '{broken' })
})

test('an address of very many parameters takes no time', () => {
  // If each were searched for among the others, this would take minutes. Anybody can send such an address.
  const keys = Array.from({ length: 200_000 }, (_, at) => `k${at}=${at}`)
  expect(stringifySearch(parseSearch(keys.join('&')))).toBe(`?${keys.join('&')}`)
})
