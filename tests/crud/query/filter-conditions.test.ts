import { expect, test } from 'vitest'
import { allOf, conditionOn, withCondition } from '#src/crud/query/filter-conditions.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'

const kind: FilterTree = { field: 'kind', operator: 'eq', val: 'in' }
const other: FilterTree = { field: 'kind', operator: 'eq', val: 'out' }
const name: FilterTree = { field: 'name', operator: 'LIKE', val: 'a' }
const either: FilterTree = { or: [kind, name] }

test('a condition on a field takes the place of the one before it; the others stay', () => {
  const set = (tree: FilterTree | undefined, val?: string) =>
    withCondition(tree, 'kind', val === undefined ? undefined : { operator: 'eq', val })
  expect(set(undefined, 'in')).toEqual(kind)
  expect(set(kind, 'out')).toEqual(other)
  expect(set({ and: [kind, name] }, 'out')).toEqual({ and: [other, name] })
  expect(set(name, 'in')).toEqual({ and: [name, kind] })
  expect(set({ and: [kind, name] })).toEqual(name)
  expect(set(kind)).toBeUndefined()
})

test('a group of which one part must hold is one condition', () => {
  expect(conditionOn(either, 'kind')).toBeUndefined()
  expect(withCondition(either, 'kind', { operator: 'eq', val: 'out' })).toEqual({ and: [either, other] })
  expect(conditionOn({ and: [either, other] }, 'kind')).toEqual(other)
})

test('both filters hold', () => {
  expect(allOf(undefined, name)).toEqual(name)
  expect(allOf(kind, undefined)).toEqual(kind)
  expect(allOf(kind, { and: [name, other] })).toEqual({ and: [kind, name, other] })
  expect(allOf(kind, either)).toEqual({ and: [kind, either] })
})
