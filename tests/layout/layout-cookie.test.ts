import { expect, test } from 'vitest'
import { colourNames, defaultChoices, type LayoutChoices, MAX_FOLDED } from '#src/layout/config/layout-config.ts'
import { layoutCookie, readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { readTheme } from '#src/layout/config/theme-cookie.ts'

const everything: LayoutChoices = {
  ...defaultChoices,
  layoutMode: 'Double',
  mainAnimation: 'el-zoom-in-bottom',
  isDark: null,
  menuWidth: 310,
  menuDefaultIcon: 'fa fa-folder-o',
  menuCollapse: true,
  menuUniqueOpened: true,
  menuShowTopBar: false,
  menuFolded: Array.from({ length: MAX_FOLDED }, (_, index) => index + 100),
  ...Object.fromEntries(colourNames.map((name, index) => [name, [`#1234${10 + index}`, `#abcd${10 + index}`]])),
}

test('without a cookie everything is as the product comes', () => {
  expect(readLayoutCookies('')).toEqual(defaultChoices)
  expect(layoutCookie(defaultChoices)).toBe('')
})

test('what a browser writes, the server reads', () => {
  const text = layoutCookie(everything)
  expect(readLayoutCookies(`a=b; ys_layout=${text}; c=d`)).toEqual(everything)
})

test('the cookie stays small and plain', () => {
  const text = layoutCookie(everything)
  expect(text).toMatch(/^[\w~+.-]*$/)
  expect(text.length).toBeLessThan(600)
  expect(layoutCookie({ ...defaultChoices, menuCollapse: true })).toBe('c1')
})

test.each([
  'm9~w9999~a-1~cx~f1.x',
  'Aredgreenblue0~Bffffff',
  'A"><script>alert(1)</script>',
  'Affffff;}*{display:none',
  'i<svg/onload=1>',
  'w1e3~wNaN~w',
  '~~~',
  '%',
])('a cookie that nobody of ours wrote changes nothing: %s', (text) => {
  expect(readLayoutCookies(`ys_layout=${text}`)).toEqual(defaultChoices)
})

test('one broken part does not take the others along', () => {
  expect(readLayoutCookies('ys_layout=m1~Axx~w300')).toEqual({
    ...defaultChoices,
    layoutMode: 'Classic',
    menuWidth: 300,
  })
})

test.each([
  ['', 'system', null],
  ['ys_theme=dark', 'dark', true],
  ['a=b; ys_theme=light; c=d', 'light', false],
  ['xys_theme=dark', 'system', null],
  ['ys_theme="><script>', 'system', null],
])('the cookie header %j asks for the theme %s', (header, name, isDark) => {
  expect(readTheme(header)).toBe(name)
  expect(readLayoutCookies(header).isDark).toBe(isDark)
})
