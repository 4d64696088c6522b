import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listDefaults, listSearch, NO_VIEW } from '#src/crud/query/list-search.ts'
import { differs, isPristine, type SavedListView, searchOfView, viewStateOf } from '#src/crud/views/views.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'

const view = (state: SavedListView['state']): SavedListView => ({
  id: 7,
  version: 1,
  resource: 'subject',
  name: 'Large',
  ownerId: 1,
  ownerName: 'admin',
  editable: true,
  roleIds: [],
  state,
  isDefault: true,
})
const filter = { field: 'seats', operator: 'gt', val: 10 } as const

test('what a view keeps of a list brings up the same list again', () => {
  const search = { ...listDefaults, limit: 50, order: '-seats name', quickSearch: 'hall', filter }
  const state = viewStateOf({ ...search, page: 3 }, { columns: ['name'] })
  expect(state).toEqual({
    columns: ['name'],
    quickSearch: 'hall',
    filter,
    order: ['seats,desc', 'name,asc'],
    limit: 50,
  })
  expect(searchOfView(view(state))).toMatchObject({ ...search, page: 1, view: 7 })
  expect(differs(view(state), { ...search, page: 3 })).toBe(false)
  expect(differs(view(state), { ...search, order: 'name' })).toBe(true)
})

test('a view is what was saved in whatever order its conditions come back', () => {
  const among: FilterTree = { val: [1, 2], field: 'id', operator: 'IN' }
  const stored: FilterTree = { or: [{ val: 10, field: 'seats', operator: 'gt' }, { and: [among] }] }
  const search = v.parse(listSearch, {
    filter: { or: [filter, { and: [{ field: 'id', operator: 'IN', val: [1, 2] }] }] },
  })
  expect(differs(view({ filter: stored }), search)).toBe(false)
  expect(differs(view({ filter: { or: [filter] } }), search)).toBe(true)
})

test('whoever chose no view on purpose keeps it over a reload', () => {
  expect(isPristine(v.parse(listSearch, {}))).toBe(true)
  const none = v.parse(listSearch, { view: NO_VIEW })
  expect(none.view).toBe(NO_VIEW)
  expect(isPristine(none)).toBe(false)
})

test.each([
  ['limit', 50],
  ['page', 2],
  ['order', 'name'],
  ['quickSearch', 'x'],
  ['filter', filter],
  ['mode', 'scroll'],
])('a URL with %s is a wish of its own', (name, value) => {
  expect(isPristine(v.parse(listSearch, { [name]: value }))).toBe(false)
})
