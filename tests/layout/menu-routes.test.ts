import { expect, test } from 'vitest'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'
import { firstPage, shellMenus } from '#src/layout/menu/menu-routes.ts'
import { modulePageComponent, runtimeComponent } from '#src/resource/runtime-component.ts'

let id = 0

function menu(change: Partial<BootMenu>): BootMenu {
  id += 1
  const usual = { id, title: `menu ${id}`, name: `m${id}`, path: `p${id}`, url: '', component: 'c', extend: 'none' }
  return {
    ...usual,
    alias: '',
    type: 'menu',
    menu_type: 'tab',
    keepalive: false,
    iconSvg: null,
    children: [],
    ...change,
  }
}

const dir = (children: BootMenu[]) => menu({ type: 'menu_dir', menu_type: null, path: '', component: '', children })
const shown = (menus: BootMenu[], exists: (path: string) => boolean = () => true) =>
  shellMenus(menus, 'admin', exists).map(({ kind, path }) => [kind, path])

test('directories, tabs, links, framed pages', () => {
  const menus = [
    dir([menu({ path: 'org' })]),
    menu({ path: '/log?kind=mail' }),
    menu({ menu_type: 'link', url: 'https://example.com' }),
    menu({ menu_type: 'iframe', url: 'https://example.com/a?b=1' }),
  ]
  expect(shown(menus)).toEqual([
    ['dir', ''],
    ['tab', '/admin/log?kind=mail'],
    ['link', 'https://example.com'],
    ['iframe', '/admin/iframe/https%3A%2F%2Fexample.com%2Fa%3Fb%3D1'],
  ])
})

test.each([
  ['a tab without a path', { path: '' }],
  ['a tab without a component', { component: '' }],
  ['a tab whose page is not in this release', { path: 'missing' }],
  ['a link without an address', { menu_type: 'link' }],
  ['a framed page without an address', { menu_type: 'iframe' }],
  ['a rule that is a route only', { extend: 'add_rules_only' }],
  ['a directory without children', { type: 'menu_dir' }],
  ['a directory whose children are all left out', { type: 'menu_dir', children: [menu({ path: '' })] }],
  ['a button', { type: 'button' }],
  ['an entry of the account menu', { type: 'nav_user_menu' }],
] satisfies [string, Partial<BootMenu>][])('%s is left out', (_what, change) => {
  expect(shown([menu(change)], (path) => path !== '/admin/missing')).toEqual([])
})

test('an entry that shares the page of another rule needs no component', () => {
  expect(shown([menu({ path: 'log?kind=sms', component: '', extend: 'add_menu_only' })])).toEqual([
    ['tab', '/admin/log?kind=sms'],
  ])
})

test('whether a page exists is asked without the query', () => {
  const asked: string[] = []
  shown([menu({ path: 'log?kind=sms' })], (path) => asked.push(path) > 0)
  expect(asked).toEqual(['/admin/log'])
})

test('a menu of an unknown type stays, to say so when it is chosen', () => {
  expect(shown([menu({ menu_type: null })])).toEqual([['unknown', '']])
})

test('a type of rule that is not known stays too, but no button and no entry of the account menu', () => {
  const strange: object = { type: 'page' }
  expect(shown([{ ...menu({}), ...strange }])).toEqual([['unknown', '']])
})

test('a menu with a wrong path stays where it shall tell so; a page that is yet to come does not', () => {
  const exists = (path: string) => path === '/admin/baseInfo/subject'
  const menus = [
    menu({ path: 'no/such/page' }),
    menu({ path: 'baseInfo/subjekt', component: 'baseInfo/subject' }),
    menu({ path: 'user-role/user', component: 'user-role/user' }),
    menu({ path: 'baseInfo/subject', component: 'baseInfo/subject' }),
  ]
  expect(shellMenus(menus, 'admin', exists, true).map(({ kind, path }) => [kind, path])).toEqual([
    ['missing', ''],
    ['missing', ''],
    ['tab', '/admin/baseInfo/subject'],
  ])
  expect(firstPage(shellMenus(menus, 'admin', exists, true))).toBe('/admin/baseInfo/subject')
})

test('an untitled menu is called "no title"', () => {
  expect(shellMenus([menu({ title: '' })], 'admin', () => true)).toMatchObject([{ title: '无标题' }])
})

test('the first page is the first tab or framed page, wherever it lies', () => {
  const link = menu({ menu_type: 'link', url: 'https://example.com' })
  const menus = shellMenus([link, menu({ menu_type: null }), dir([dir([menu({ path: 'deep' })])])], 'admin', () => true)
  expect(firstPage(menus)).toBe('/admin/deep')
  expect(firstPage([])).toBeUndefined()
})

test('a page from the database needs no route of its own', () => {
  const menus = [
    menu({ path: 'asset/list', component: runtimeComponent('asset') }),
    menu({ path: 'asset/guide', component: modulePageComponent('asset/guide') }),
    menu({ path: 'asset/other', component: 'asset/other' }),
  ]
  expect(shown(menus, () => false)).toEqual([
    ['tab', '/admin/asset/list'],
    ['tab', '/admin/asset/guide'],
  ])
})
