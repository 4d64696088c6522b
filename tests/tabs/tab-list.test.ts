import { expect, test } from 'vitest'
import { tabKey } from '#src/layout/tabs/tab-keys.ts'
import {
  activate,
  closeTab,
  keepTabs,
  moveTab,
  noTabs,
  openTab,
  renameTab,
  type TabList,
} from '#src/layout/tabs/tab-list.ts'

const tab = (path: string, search: Record<string, unknown> = {}) => ({ path, search, params: {} })

function listOf(names: string, active: string): TabList {
  const list = [...names].reduce((so, name) => openTab(so, tab(name)), noTabs)
  return activate(list, active)
}
const shown = ({ tabsView, activeIndex }: TabList) =>
  tabsView.map(({ path }, index) => (index === activeIndex ? path.toUpperCase() : path)).join('')

test('a page that is new is added behind the others, and is the active one', () => {
  expect(shown(listOf('abc', 'c'))).toBe('abC')
})

test('the same path takes the new search and params, in its place, under the name that it was given', () => {
  const named = renameTab(listOf('abc', 'c'), 'a', 'Mine')
  const list = openTab(named, { path: 'a', search: { page: 2 }, params: { id: '7' } })
  expect(list.tabsView[0]).toEqual({ path: 'a', search: { page: 2 }, params: { id: '7' }, title: 'Mine' })
  expect(shown(list)).toBe('Abc')
})

test('a page without a tab leaves none of them active', () => {
  expect(shown(activate(listOf('ab', 'b'), 'elsewhere'))).toBe('ab')
})

test.each([
  ['the active one: the last one follows', 'abcd', 'b', 'b', 'acD'],
  ['the active one at the end', 'abc', 'c', 'c', 'aB'],
  ['another one before it', 'abc', 'c', 'a', 'bC'],
  ['another one behind it', 'abc', 'a', 'c', 'Ab'],
  ['the only one', 'a', 'a', 'a', ''],
  ['one that is not there', 'ab', 'a', 'z', 'Ab'],
])('closing %s', (_what, names, active, path, result) => {
  expect(shown(closeTab(listOf(names, active), path))).toBe(result)
})

test('after the only tab there is no active one', () => {
  expect(closeTab(listOf('a', 'a'), 'a').activeIndex).toBe(-1)
})

test('keeping some: what was active stays so if it is among them', () => {
  expect(shown(keepTabs(listOf('abcd', 'b'), ({ path }) => path !== 'a'))).toBe('Bcd')
  expect(shown(keepTabs(listOf('abcd', 'b'), ({ path }) => path === 'd'))).toBe('D')
})

test.each([
  ['to the front', 'abcd', 'c', 0, 'caBd'],
  ['to the end', 'abcd', 'a', 3, 'Bcda'],
  ['the active one', 'abcd', 'b', 2, 'acBd'],
  ['to where it is', 'abcd', 'c', 2, 'aBcd'],
  ['beyond the end', 'abcd', 'c', 4, 'aBcd'],
])('moving %s', (_what, names, path, to, result) => {
  expect(shown(moveTab(listOf(names, 'b'), path, to))).toBe(result)
})

const key = (name: string, at: number, count: number, shiftKey = false) =>
  tabKey({ key: name, shiftKey, ctrlKey: false, altKey: false, metaKey: false }, at, count)

test('arrow keys walk around, with Shift they take the tab along as far as there is room', () => {
  expect(key('ArrowLeft', 0, 3)).toEqual({ kind: 'focus', place: 2 })
  expect(key('ArrowRight', 2, 3)).toEqual({ kind: 'focus', place: 0 })
  expect(key('ArrowRight', 1, 3, true)).toEqual({ kind: 'move', place: 2 })
  expect(key('ArrowLeft', 0, 3, true)).toBeUndefined()
  expect(key('ArrowRight', 2, 3, true)).toBeUndefined()
  expect(key('Home', 2, 3, true)).toEqual({ kind: 'move', place: 0 })
})

test('Delete closes while there is another tab; Shift+F10 and the menu key open the menu', () => {
  expect(key('Delete', 0, 2)).toEqual({ kind: 'close' })
  expect(key('Delete', 0, 1)).toBeUndefined()
  expect(key('F10', 0, 1, true)).toEqual({ kind: 'menu' })
  expect(key('ContextMenu', 0, 1)).toEqual({ kind: 'menu' })
  expect(tabKey({ key: 'ArrowLeft', shiftKey: false, ctrlKey: false, altKey: true, metaKey: false }, 1, 3)).toBe(
    undefined,
  )
})
