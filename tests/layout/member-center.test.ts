import { expect, test } from 'vitest'
import { memberRoutes, otherView } from '#src/layout/member/member-center.ts'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'

let nextId = 1
function rule(over: Partial<BootMenu>): BootMenu {
  const id = nextId++
  return {
    id,
    title: `Title ${id}`,
    name: `rule${id}`,
    path: '',
    type: 'menu',
    menu_type: 'tab',
    url: '',
    component: 'x',
    keepalive: false,
    extend: 'none',
    iconSvg: null,
    alias: '',
    children: [],
    ...over,
  }
}

const overview = rule({ title: 'Overview', path: 'account/overview' })
const profile = rule({ title: 'Profile', path: 'account/profile' })
const gone = rule({ title: 'Gone', path: 'account/gone' })
const docs = rule({ title: 'Docs', menu_type: 'link', url: 'https://docs.example/' })
const board = rule({ title: 'Board', menu_type: 'iframe', url: 'https://board.example/?a=1' })
const account = rule({ type: 'menu_dir', title: 'Account', children: [overview, profile, gone] })
const more = rule({ type: 'menu_dir', title: 'More', children: [rule({ type: 'menu_dir', children: [docs] }), board] })
const entry = rule({ type: 'nav_user_menu', title: 'My profile', path: 'account/profile' })
const exists = (path: string) => !path.includes('gone')
const routes = (menus: BootMenu[], place = '/user/account/overview') => memberRoutes(menus, 'user', exists, place)
const titles = (menus: readonly { title: string }[]) => menus.map(({ title }) => title)

test('directories are groups with whatever is below them; pages that are missing are left out', () => {
  const { groups, viewRoutes } = routes([account, more])
  expect(groups.map((group) => [group.title, titles(group.entries)])).toEqual([
    ['Account', ['Overview', 'Profile']],
    ['More', ['Docs', 'Board']],
  ])
  expect(titles(viewRoutes)).toEqual(['Overview', 'Profile', 'Docs', 'Board'])
})

test('links and framed pages lead to the member area of the shell, or to a frame', () => {
  const framed = '/user/iframe/https%3A%2F%2Fboard.example%2F%3Fa%3D1'
  expect(routes([more]).viewRoutes.map(({ kind, path }) => [kind, path])).toEqual([
    ['link', 'https://docs.example/'],
    ['iframe', framed],
  ])
  const wide = memberRoutes([account, more], 'center', exists, '/center/account/profile')
  expect(wide.viewRoutes.map(({ path }) => path)).toEqual([
    '/center/account/overview',
    '/center/account/profile',
    'https://docs.example/',
    framed,
  ])
  expect(wide.activeRoute?.title).toBe('Profile')
})

test('headings are there as soon as there is more than one group; entries outside of any come first', () => {
  expect(routes([account]).showHeadline).toBe(false)
  const { groups, showHeadline } = routes([account, profile])
  expect(showHeadline).toBe(true)
  expect(groups[0]).toMatchObject({ title: '', entries: [{ title: 'Profile' }] })
})

test('the open page is the active one, its pages below it too; nothing is, elsewhere', () => {
  expect(routes([account], '/user/account/profile?tab=2').activeRoute?.title).toBe('Profile')
  expect(routes([account], '/user/account/profile/deep').activeRoute?.title).toBe('Profile')
  expect(routes([account], '/user/elsewhere').activeRoute).toBeUndefined()
})

test('entries of the account menu are no part of the menu, wherever they stand', () => {
  const nested = rule({ type: 'nav_user_menu', title: 'Help', menu_type: 'link', url: 'https://help.example/' })
  const { navUserMenus, viewRoutes } = routes([entry, { ...account, children: [...account.children, nested] }])
  expect(navUserMenus.map(({ title, path }) => [title, path])).toEqual([
    ['My profile', '/user/account/profile'],
    ['Help', 'https://help.example/'],
  ])
  expect(titles(viewRoutes)).toEqual(['Overview', 'Profile'])
})

test('each shell leads to the same page in the other one', () => {
  expect(otherView('/user/account/profile?tab=2')).toBe('/center/account/profile?tab=2')
  expect(otherView('/center/account/overview')).toBe('/user/account/overview')
})
