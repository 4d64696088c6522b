import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formAddress, targetAt } from '#src/crud/form/form-address.ts'
import { listSearch } from '#src/crud/query/list-search.ts'
import { parseSearch, stringifySearch } from '#src/lib/search-codec.ts'

const read = (query: string) => {
  const { edit, add, tab } = v.parse(listSearch, parseSearch(query))
  return { edit, add, tab }
}

test.each([
  [{ kind: 'edit', id: 12 }, '?edit=12'],
  [{ kind: 'edit', id: 0 }, '?edit=0'],
  [{ kind: 'add' }, '?add=new'],
  [{ kind: 'add', values: { pid: 3, name: 'A', rows: [] } }, '?add=%7B%22pid%22%3A3%2C%22name%22%3A%22A%22%7D'],
] as const)('the address of a form survives the URL: %j', (target, query) => {
  expect(stringifySearch(formAddress(target))).toBe(query)
  const { edit, add } = read(query)
  const found = targetAt({ edit, add })
  expect(formAddress(found ?? { kind: 'add' })).toEqual(formAddress(target))
})

test('what is no address is left out', () => {
  expect(read('?edit=0.5&add=true&tab=a%20b')).toEqual({ edit: undefined, add: undefined, tab: undefined })
  expect(read('?edit=x&add={"a":[1]}&tab=paid-in')).toEqual({ edit: undefined, add: undefined, tab: 'paid-in' })
  expect(targetAt({})).toBeUndefined()
})
