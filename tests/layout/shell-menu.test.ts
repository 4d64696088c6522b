import { expect, test } from 'vitest'
import { leavesOf, menusWith, type ShellMenu, trailTo } from '#src/layout/menu/shell-menu.ts'

function entry(id: number, path: string, children: ShellMenu[] = [], title = String(id)): ShellMenu {
  return { id, title, kind: path === '' ? 'dir' : 'tab', path, iconSvg: null, children }
}

const menus = [
  entry(1, '/admin/dashboard'),
  entry(2, '', [entry(3, '/admin/org'), entry(4, '', [entry(5, '/admin/org-type')])]),
  entry(6, '', [
    entry(7, '/admin/log?kind=mail'),
    entry(8, '/admin/log?kind=sms&state=failed'),
    entry(9, '/admin/机构'),
  ]),
]
const trail = (path: string) => trailTo(menus, path).map((menu) => menu.id)

test.each([
  ['/admin/dashboard', [1]],
  ['/admin/org', [2, 3]],
  ['/admin/org?quickSearch=x', [2, 3]],
  ['/admin/org/7', [2, 3]],
  ['/admin/org-type', [2, 4, 5]],
  ['/admin/elsewhere', []],
  ['/admin/%E6%9C%BA%E6%9E%84', [6, 9]],
])('the way to %s', (path, ids) => {
  expect(trail(path)).toEqual(ids)
})

test.each([
  ['/admin/log?kind=mail', [6, 7]],
  ['/admin/log?page=2&kind=sms&state=failed', [6, 8]],
  // Without an exact match, the page's first entry is current.
  ['/admin/log?kind=sms', [6, 7]],
  ['/admin/log', [6, 7]],
])('entries that share a page are told apart by their query: %s', (path, ids) => {
  expect(trail(path)).toEqual(ids)
})

test('a link to another window is never the current place', () => {
  const link: ShellMenu = { ...entry(1, '/admin/dashboard'), kind: 'link' }
  expect(trailTo([link], '/admin/dashboard')).toEqual([])
})

test('the entries that lead somewhere, in the order of the menu', () => {
  expect(leavesOf(menus).map(({ id }) => id)).toEqual([1, 3, 5, 7, 8, 9])
})

const named = [
  entry(1, '/a', [], 'Dashboard'),
  entry(2, '', [entry(3, '/b', [], '机构'), entry(4, '/c', [], 'Subject')], '基础信息'),
]
const found = (text: string) =>
  menusWith(named, text).map(({ id, children }) => [id, children.map((child) => child.id)])

test.each([
  [
    '',
    [
      [1, []],
      [2, [3, 4]],
    ],
  ],
  [
    '  ',
    [
      [1, []],
      [2, [3, 4]],
    ],
  ],
  ['机', [[2, [3]]]],
  ['SUB', [[2, [4]]]],
  ['基础', [[2, [3, 4]]]],
  ['nothing', []],
])('the menu filtered by %j', (text, expected) => {
  expect(found(text)).toEqual(expected)
})
