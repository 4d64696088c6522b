import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { iconOf, iconsOf } from '#src/layout/icons/icon.server.ts'
import { namesIn } from '#src/layout/icons/iconfont.server.ts'
import type { Icon } from '#src/lib/icon.ts'
import { startBackend } from '../support/backend.ts'
import { serveHttp } from '../support/serve.ts'

const bodyOf = (icon: Icon | null) => (icon && 'body' in icon ? icon.body : undefined)

const sheet = `@font-face { font-family: "iconfont"; src: url('//x/t.woff2') format('woff2'); }
.iconfont { font-family: "iconfont" !important; font-size: 16px; }
/* .icon-gone:before { content: "\\e600"; } */
.icon-exam:before { content: "\\e601"; }
.icon-school::before{content:"\\e602"}
.icon-plain { color: red }`

test('icons of every source are drawn by the names that menus store', () => {
  expect(bodyOf(iconOf('fa fa-circle-o'))).toContain('<path')
  expect(bodyOf(iconOf('local-exam'))).toContain('<path')
  expect(bodyOf(iconOf('el-icon-DArrowLeft'))).toContain('<path')
  expect(iconOf('el-icon-d-arrow-left')).toEqual(iconOf('el-icon-DArrowLeft'))
  // An alias that mirrors another icon is drawn mirrored.
  expect(bodyOf(iconOf('fa fa-angle-right'))).toMatch(/^<g transform="[^"]*scale\(-1/)
  expect(iconOf('iconfont icon-home')).toEqual({ font: 'iconfont icon-home' })
})

test.each(['', 'fa fa-no-such-icon', 'local-../../package', 'el-icon-', 'circle', '<b> x', 'a b c'])(
  'there is no icon %j',
  (name) => {
    expect(iconOf(name)).toBeNull()
  },
)

test('our own set has the icons of assessments, and every icon of a set is drawn and found by its name', () => {
  const own = [...iconsOf('local').values()].map(({ name }) => name)
  for (const name of ['exam', 'exam-data-manage', 'exam-param', 'report', 'value-added'])
    expect(own).toContain(`local-${name}`)
  expect(own.length).toBeGreaterThanOrEqual(12)
  for (const source of ['local', 'fa', 'ep'] as const) {
    for (const { name, icon } of iconsOf(source).values()) {
      expect(bodyOf(icon)?.length, name).toBeGreaterThan(10)
      expect(iconOf(name), name).toEqual(icon)
    }
  }
})

test("an Iconfont style sheet's names are read from its rules", () => {
  expect(namesIn(sheet)).toEqual(['iconfont icon-exam', 'iconfont icon-school'])
  expect(namesIn('body { color: red }')).toEqual([])
  expect(namesIn('<!doctype html><title>not found</title>')).toEqual([])
})

test('a set is served for browsers to keep, known again by its tag', async () => {
  const { createHttp } = await startBackend()
  const app = createHttp(() => new Response('a page'), true)
  const get = (path: string, headers = {}) => app(new Request(`http://localhost${path}`, { headers }))
  const answer = await get('/icons/fa.json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await answer.json()).toContainEqual({ name: 'fa fa-circle-o', icon: iconOf('fa fa-circle-o') })
  const etag = answer.headers.get('etag') ?? ''
  expect((await get('/icons/fa.json', { 'if-none-match': `W/${etag}` })).status).toBe(304)
  expect((await get('/icons/ep.json', { 'if-none-match': etag })).status).toBe(200)
  for (const path of ['/icons/else.json', '/icons/', '/icons/fa.json.map']) expect((await get(path)).status).toBe(404)
})

test('the Iconfont set comes from the configured style sheet; without one, or without an answer, it is empty', async () => {
  let status = 200
  const elsewhere = await serveHttp(() => new Response(sheet, { status }))
  const { createHttp, db } = await startBackend()
  const app = createHttp(() => new Response('a page'), true)
  const get = async () => await (await app(new Request('http://localhost/icons/iconfont.json'))).json()
  const configure = (value: string) => db.update(config).set({ value }).where(eq(config.name, 'iconfontUrl'))
  expect(await get()).toEqual([])
  await configure(`${elsewhere}/font.css`)
  status = 404
  expect(await get()).toEqual([])
  status = 200
  const glyph = (name: string) => ({ name, icon: { font: name } })
  expect(await get()).toEqual([glyph('iconfont icon-exam'), glyph('iconfont icon-school')])
})

test('the page that names the style sheet may load it and its fonts from there, and nothing else', async () => {
  const { createHttp, allowStyleSheet } = await startBackend()
  const html = { headers: { 'content-type': 'text/html' } }
  const app = createHttp((request) => {
    if (request.url.endsWith('/with')) allowStyleSheet('https://icons.example.cn/t/font_1.css?v=2')
    if (request.url.endsWith('/odd')) allowStyleSheet('not an address; script-src *')
    return new Response('<!doctype html>', html)
  }, true)
  const policyOf = async (path: string) =>
    (await app(new Request(`http://localhost${path}`))).headers.get('content-security-policy') ?? ''
  const allowed = await policyOf('/with')
  expect(allowed).toContain("style-src 'self' 'unsafe-inline' https://icons.example.cn;")
  expect(allowed).toContain("font-src 'self' data: https://icons.example.cn;")
  expect(allowed.match(/example/g)).toHaveLength(2)
  for (const path of ['/', '/odd']) expect(await policyOf(path)).not.toMatch(/https?:|\*/)
})
