import { expect, test } from 'vitest'
import { readMenuCookie } from '#src/layout/menu-cookie.ts'
import { readThemeCookie } from '#src/layout/theme-cookie.ts'

test.each([
  ['', 'system'],
  ['ys_theme=dark', 'dark'],
  ['a=b; ys_theme=light; c=d', 'light'],
  ['xys_theme=dark', 'system'],
  ['ys_theme="><script>', 'system'],
])('the cookie header %j asks for %s', (header, theme) => {
  expect(readThemeCookie(header)).toBe(theme)
})

test('the menu is open unless it was collapsed', () => {
  expect(readMenuCookie('')).toBe(false)
  expect(readMenuCookie('ys_menu=collapsed')).toBe(true)
})
