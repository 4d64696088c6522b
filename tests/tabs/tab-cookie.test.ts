import { expect, test } from 'vitest'
import { readTabs } from '#src/layout/tabs/tab-cookie.server.ts'
import { tabsText } from '#src/layout/tabs/tab-cookie.ts'
import type { Tab } from '#src/layout/tabs/tab-list.ts'

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  path: `/admin/${path}`,
  search: {},
  params: {},
  ...more,
})
const text = (tabs: Tab[], activeIndex = tabs.length - 1) => tabsText(7, { tabsView: tabs, activeIndex })
const read = (value: string, owner = 7) => readTabs(`a=b; ys_tabs=${value}; c=d`, owner)

test('tabs come back with path, search and the name that they were given', () => {
  const tabs = [
    tab('dashboard'),
    tab('baseInfo/organization', { search: { quickSearch: '南山 & 福田', page: '2' } }),
    tab('iframe/https:%2F%2Fexample.com%2Fa%3Fb=1'),
    tab('社团/a~b!c', { title: '我的~社团!; 100%' }),
  ]
  expect(read(text(tabs))).toEqual(tabs)
  expect(text(tabs)).toMatch(/^[\w.\-*'()%/~!]+$/)
})

test('another user gets none of them', () => {
  expect(read(text([tab('secret')]), 8)).toEqual([])
  expect(read(text([tab('secret')]), 77)).toEqual([])
})

test('without tabs there is nothing to keep', () => {
  expect(text([])).toBe('')
  expect(text([{ ...tab('x'), path: '/user/x' }])).toBe('')
})

test('the newest ten are kept, and in any case the one on the screen, in their order', () => {
  const tabs = Array.from({ length: 14 }, (_, index) => tab(`p${index}`))
  const names = (value: string) => read(value).map(({ path }) => Number(path.slice('/admin/p'.length)))
  expect(names(text(tabs))).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(names(text(tabs, 1))).toEqual([1, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('however long the paths and names are, the cookie has less than one kilobyte, with the newest tabs', () => {
  const tabs = Array.from({ length: 10 }, (_, index) =>
    tab(`${index}/${'很长的路径'.repeat(4)}`, { title: '很长的名称'.repeat(50), search: { filter: 'x'.repeat(5000) } }),
  )
  const value = text(tabs)
  expect(value.length).toBeLessThanOrEqual(1000)
  const kept = read(value)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.at(-1)?.path).toBe(tabs.at(-1)?.path)
  expect(kept.at(-1)?.search).toEqual({})
  expect(kept.at(-1)?.title).toHaveLength(40)
})

test.each([
  ['', []],
  ['7', []],
  ['7~', []],
  ['7~~~', []],
  ['7~%', []],
  ['7~%E0%A4%A', []],
  ['7~/evil.example', []],
  ['7~/%2Fevil.example/x', []],
  ['7~../../x', []],
  ['7~a/../b', []],
  ['7~a%5Cb', []],
  ['7~a%23b', []],
  ['7~a%00b', []],
  ['x~dashboard', []],
  [`7~${'a'.repeat(2000)}`, []],
  ['7~dashboard~dashboard', ['/admin/dashboard']],
  ['7~%~dashboard', ['/admin/dashboard']],
  [`7${'~a~b~c~d'.repeat(4)}`, ['/admin/a', '/admin/b', '/admin/c', '/admin/d']],
])('of the broken value %s only what is whole is read', (value, paths) => {
  expect(read(value).map(({ path }) => path)).toEqual(paths)
})

test('a search that only looks like JSON, or sets a prototype, does no harm', () => {
  const [one] = read('7~a%3Ffilter%3D%7Bbroken%26__proto__%3D%7B%22x%22%3A1%7D')
  expect(one?.search.filter).toBe('{broken')
  expect(Reflect.get({}, 'x')).toBeUndefined()
})
