import { expect, test } from 'vitest'
import { frameHost, frameTitle, menuFrameHosts } from '#src/layout/frame/frame-hosts.ts'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'
import { shellMenus } from '#src/layout/menu/menu-routes.ts'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { securityHeaders } from '#src/web/security-headers.server.ts'

function menu(values: Partial<BootMenu>): BootMenu {
  const empty = { id: 1, title: '', alias: '', name: '', path: '', component: '', extend: 'none', url: '' }
  return { ...empty, type: 'menu', menu_type: 'tab', keepalive: true, iconSvg: null, children: [], ...values }
}
const frame = (title: string, url: string) => menu({ title, url, menu_type: 'iframe' })
const menus = [
  menu({ type: 'menu_dir', menu_type: null, children: [frame('Report', 'https://report.example/a?b=1')] }),
  frame('Own', 'http://localhost:3000/'),
  frame('Odd', 'javascript:alert(1)'),
  menu({ title: 'Link', url: 'https://elsewhere.example', menu_type: 'link' }),
]

test.each([
  ['https://a.example/x?y#z', 'https://a.example'],
  ['http://a.example:8080', 'http://a.example:8080'],
  ['HTTPS://A.example', 'https://a.example'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['ftp://a.example', undefined],
  ['//a.example', undefined],
  ['https://a example.org/x', undefined],
  ['https://a%20example.org/x', undefined],
  ['https://例子.cn/x', 'https://xn--fsqu00a.cn'],
  ['http://[::1]:8080/x', 'http://[::1]:8080'],
  ['', undefined],
])('the host of %s', (url, host) => {
  expect(frameHost(url)).toBe(host)
})

test("the hosts are those of the iframe menus, and a page is called as its menu is, or by its host's name", () => {
  expect([...menuFrameHosts(menus)]).toEqual(['https://report.example', 'http://localhost:3000'])
  expect(frameTitle(menus, 'https://report.example/a?b=1')).toBe('Report')
  expect(frameTitle(menus, 'https://report.example/other')).toBe('https://report.example')
})

test.each(['https://a.example/a b?x=1&y=%20#h', 'https://例子.cn/中文?q=100%25', "https://a.example/(a)'$;,+@"])(
  'the path of a menu to %s is the one that the router calls its page',
  (url) => {
    const [admin] = shellMenus([frame('', url)], 'admin', () => true)
    const [center] = shellMenus([frame('', url)], 'center', () => true)
    const encoded = encodeURIComponent(url)
    expect(admin?.path).toBe(pathOf(`/admin/iframe/${encoded}`))
    expect(center?.path).toBe(pathOf(`/user/iframe/${encoded}`))
    expect(pathOf(admin?.path ?? '')).toBe(admin?.path)
  },
)

test('the policy of a page lets frames show the hosts that were named for it, and no others', () => {
  const request = new Request('http://localhost/')
  const page = () => new Response('', { headers: { 'content-type': 'text/html' } })
  const policyWith = (frameHosts?: Set<string>) =>
    securityHeaders(page(), { nonce: 'n', requestId: 'r', frameHosts }, { request, production: true }).headers.get(
      'content-security-policy',
    )
  expect(policyWith()).toMatch(/; frame-src 'self';/)
  expect(policyWith(menuFrameHosts(menus))).toMatch(
    /; frame-src 'self' https:\/\/report\.example http:\/\/localhost:3000;/,
  )
})
