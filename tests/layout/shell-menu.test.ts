import { expect, test } from 'vitest'
import { type ShellMenu, trailTo } from '#src/layout/shell-menu.ts'

function entry(id: number, path: string, children: ShellMenu[] = []): ShellMenu {
  return { id, title: String(id), path, iconSvg: null, children }
}

const menus = [
  entry(1, '/admin/dashboard'),
  entry(2, '', [entry(3, '/admin/org'), entry(4, '', [entry(5, '/admin/org-type')])]),
]
const trail = (path: string) => trailTo(menus, path).map((menu) => menu.id)

test.each([
  ['/admin/dashboard', [1]],
  ['/admin/org', [2, 3]],
  ['/admin/org/7', [2, 3]],
  ['/admin/org-type', [2, 4, 5]],
  ['/admin/elsewhere', []],
])('the way to %s', (path, ids) => {
  expect(trail(path)).toEqual(ids)
})
