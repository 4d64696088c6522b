import { expect, test } from 'vitest'
import {
  type CheckedIds,
  checkCounts,
  checkedLeaves,
  checkTreeOf,
  linesOf,
  pressed,
  searchTree,
  stateOf,
  valueFrom,
  withBranches,
} from '#src/ui/check-tree-model.ts'
import { ruleTree } from '../support/rule-tree.ts'

const tree = checkTreeOf(ruleTree)
const at = (id: number) => tree.index.get(id) ?? -1
const press = (value: readonly number[], id: number, stored: CheckedIds) =>
  valueFrom(tree, pressed(tree, checkedLeaves(tree, value, stored), at(id)), stored, value)
const stateWith = (value: readonly number[], id: number, stored: CheckedIds = 'nodes') =>
  stateOf(checkCounts(tree, checkedLeaves(tree, value, stored)), at(id))

test('a parent is checked with all below it, half-checked with a part, and clear with nothing', () => {
  expect(stateWith([11, 12], 10)).toBe('all')
  expect(stateWith([11], 10)).toBe('part')
  expect(stateWith([11], 1)).toBe('part')
  expect(stateWith([11], 20)).toBe('none')
  expect(stateWith([2], 2)).toBe('all')
})

test.each([
  ['nodes', [10, 11, 12]],
  ['withParents', [1, 10, 11, 12]],
  ['leaves', [11, 12]],
  ['branches', [10]],
] as const)('a parent that is pressed is stored with all below it, as %s', (stored, value) => {
  expect(press([], 10, stored)).toEqual(value)
  expect(press(value, 10, stored)).toEqual([])
})

test.each(['nodes', 'withParents', 'leaves', 'branches'] as const)('what is stored as %s is read again', (stored) => {
  for (const id of [1, 10, 11, 20, 21, 2]) {
    const value = press([], id, stored)
    expect(valueFrom(tree, checkedLeaves(tree, value, stored), stored, value)).toEqual(value)
  }
})

test('a part of a checked branch that is cleared leaves the rest of the branch', () => {
  expect(press([10], 11, 'branches')).toEqual([12])
  expect(press([10, 11, 12], 11, 'nodes')).toEqual([12])
})

test('a half-checked parent that is pressed is checked as a whole', () => {
  expect(press([11], 10, 'leaves')).toEqual([11, 12])
})

test('a disabled node keeps its state when a node above is pressed', () => {
  expect(press([], 20, 'leaves')).toEqual([21])
  expect(stateWith([21], 20, 'leaves')).toBe('part')
  // All that can be checked is checked: the next press clears it.
  expect(press([21], 20, 'leaves')).toEqual([])
  expect(press([21, 22], 20, 'leaves')).toEqual([22])
  expect(press([22], 20, 'leaves')).toEqual([21, 22])
})

test('ids that the user cannot see stay in the value', () => {
  expect(press([999], 2, 'nodes')).toEqual([999, 2])
  expect(press([999, 2], 2, 'nodes')).toEqual([999])
})

test('all and none reach everything but what is disabled', () => {
  const tops = [at(1), at(2)]
  const all = withBranches(tree, checkedLeaves(tree, [], 'leaves'), tops, true)
  expect(valueFrom(tree, all, 'leaves', [])).toEqual([11, 12, 21, 2])
  expect(valueFrom(tree, withBranches(tree, all, tops, false), 'leaves', [])).toEqual([])
})

test('a search shows what contains the text, with all above and below it', () => {
  const idsOf = (text: string) => {
    const { shown, open, found } = searchTree(tree, text)
    return {
      lines: linesOf(tree, open, shown).map((line) => tree.nodes[line.at]?.id),
      found: found.map((one) => tree.nodes[one]?.id),
    }
  }
  expect(idsOf('add')).toEqual({ lines: [1, 10, 12], found: [12] })
  expect(idsOf('SUBJECT/')).toEqual({ lines: [1, 20, 21], found: [21] })
  expect(idsOf('subjects')).toEqual({ lines: [1, 20], found: [20] })
  expect(idsOf('nothing')).toEqual({ lines: [], found: [] })
})

test('the lines are those of open nodes, with their places among their siblings', () => {
  expect(linesOf(tree, new Set())).toEqual([
    { at: at(1), place: 1, size: 2 },
    { at: at(2), place: 2, size: 2 },
  ])
  expect(linesOf(tree, new Set([1, 20])).map((line) => [tree.nodes[line.at]?.id, line.place, line.size])).toEqual([
    [1, 1, 2],
    [10, 1, 2],
    [20, 2, 2],
    [21, 1, 2],
    [22, 2, 2],
    [2, 2, 2],
  ])
})

test('a node without its parent stands at the top, and a circle is left out', () => {
  const odd = checkTreeOf([
    { id: 5, parent: 404, label: 'Alone' },
    { id: 6, parent: 7, label: 'Circle' },
    { id: 7, parent: 6, label: 'Circle' },
  ])
  expect(odd.nodes.map(({ id }) => id)).toEqual([5])
  expect(odd.levels).toEqual([1])
})

test('what is below a disabled branch keeps its state when the branch above is pressed', () => {
  const locked = checkTreeOf(ruleTree.map((one) => (one.id === 20 ? { ...one, disabled: true } : one)))
  const all = withBranches(locked, checkedLeaves(locked, [21], 'nodes'), [locked.index.get(1) ?? -1], true)
  const none = withBranches(locked, all, [locked.index.get(1) ?? -1], false)
  const at = (id: number) => locked.index.get(id) ?? -1
  expect([11, 12, 21, 22].map((id) => all[at(id)])).toEqual([1, 1, 1, 0])
  expect([11, 12, 21, 22].map((id) => none[at(id)])).toEqual([0, 0, 1, 0])
})
