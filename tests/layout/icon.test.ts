import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { config } from '#src/db/config.table.server.ts'
import { iconOf, iconsOf } from '#src/layout/icons/icon.server.ts'
import { namesIn } from '#src/layout/icons/iconfont.server.ts'
import type { Icon } from '#src/lib/icon.ts'
import { startBackend } from '../support/backend.ts'
import { passwords } from '../support/passwords.ts'
import { serveHttp } from '../support/serve.ts'

const bodyOf = (icon: Icon | null) => (icon && 'body' in icon ? icon.body : undefined)

const sheet = `@font-face { font-family: "iconfont"; src: url('//x/t.woff2') format('woff2'); }
.iconfont { font-family: "iconfont" !important; font-size: 16px; }
/* .icon-gone:before { content: "\\e600"; } */
.icon-exam:before { content: "\\e601"; }
.icon-school::before{content:"\\e602"}
.icon-plain { color: red }`

test('icons of every source are drawn by the names that menus store', () => {
  expect(bodyOf(iconOf('fa fa-circle-o'))).toContain('<circle')
  expect(bodyOf(iconOf('local-exam'))).toContain('<path')
  expect(bodyOf(iconOf('el-icon-DArrowLeft'))).toContain('<path')
  expect(iconOf('el-icon-d-arrow-left')).toEqual(iconOf('el-icon-DArrowLeft'))
  // An alias that mirrors another icon is drawn mirrored.
  expect(bodyOf(iconOf('fa fa-hand-o-right'))).toMatch(/^<g transform="[^"]*scale\(-1/)
  expect(iconOf('iconfont icon-home')).toEqual({ font: 'iconfont icon-home' })
})

const pen = /^<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><\w/

test('common icons of a packaged set are outlines like the rest of the product, the others glyphs of the package', () => {
  const outlined = (name: string) => pen.test(bodyOf(iconOf(name)) ?? '')
  for (const name of ['sitemap', 'book', 'graduation-cap', 'calendar', 'file-text-o', 'users', 'dashboard', 'gear'])
    expect(outlined(`fa fa-${name}`), name).toBe(true)
  for (const name of ['Menu', 'setting', 'DArrowLeft', 'office-building'])
    expect(outlined(`el-icon-${name}`), name).toBe(true)
  // An alias is drawn like its icon, and a mirrored one has an outline of its own.
  expect(iconOf('fa fa-users')).toEqual(iconOf('fa fa-group'))
  expect(bodyOf(iconOf('fa fa-angle-right'))).not.toBe(bodyOf(iconOf('fa fa-angle-left')))
  for (const name of ['fa fa-weibo', 'fa fa-hand-o-right', 'el-icon-Watermelon'])
    expect(outlined(name), name).toBe(false)
  const drawn = (source: 'fa' | 'ep') => [...iconsOf(source).values()].filter(({ name }) => outlined(name)).length
  expect(drawn('fa')).toBeGreaterThan(300)
  expect(drawn('ep')).toBeGreaterThan(150)
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

test('text that is no style sheet is read in one pass', () => {
  for (const part of ['a', '/*', '{', '}', '.a{', '.x:before{content'])
    expect(namesIn(part.repeat(2_000_000 / part.length))).toEqual([])
  expect(namesIn('@media x { .f { font-family: f } .a:before { content: "/* no */" } } /* the end')).toEqual(['f a'])
})

const HOUR = 3_600_000

/** The application in front of a style sheet's server, and a caller of the back office. */
async function iconBackend(variables: Record<string, string>) {
  const { createHttp, db, session, passwordGrant } = await startBackend(variables)
  const app = createHttp(() => new Response('a page'), true)
  const tokens = await passwordGrant('admin', { username: 'admin', password: passwords.admin, keep: false })
  const cookie = `${SESSION_COOKIES.admin}=${(await session('admin', tokens)).id}`
  const get = async (headers: Record<string, string> = { cookie }) =>
    await (await app(new Request('http://localhost/icons/iconfont.json', { headers }))).json()
  // A process learns of a setting by a notification, so it comes a moment after the writing.
  const configured = async () => {
    const answer = await app(new Request('http://localhost/api/site'))
    return v.parse(v.object({ data: v.object({ iconfontUrl: v.string() }) }), await answer.json()).data.iconfontUrl
  }
  const configure = async (value: string) => {
    await db.update(config).set({ value }).where(eq(config.name, 'iconfontUrl'))
    await expect.poll(configured).toBe(value)
  }
  return { get, configure, cookie }
}

test('the Iconfont set is fetched for the back office only, from the configured style sheet, and seldom', async () => {
  let [status, fetched] = [404, 0]
  const elsewhere = await serveHttp(() => {
    fetched += 1
    return new Response(sheet, { status })
  })
  const { host } = new URL(elsewhere)
  const { get, configure, cookie } = await iconBackend({ OUTGOING_ALLOW: host })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)

  expect(await get()).toEqual([])
  await configure(`${elsewhere}/font.css`)
  expect(await get({})).toEqual([])
  expect(fetched, 'a stranger').toBe(0)
  // A failure is kept for a minute, the next one for two.
  await Promise.all([get(), get(), get()])
  expect(await get()).toEqual({ message: `${host} 返回状态 404` })
  expect(await get({ cookie: `${cookie}; ys_lang=en` })).toEqual({ message: `${host} answered with status 404` })
  expect(fetched).toBe(1)
  wait(61_000)
  await get()
  wait(61_000)
  await get()
  expect(fetched).toBe(2)
  wait(61_000)
  status = 200
  const glyphs = ['iconfont icon-exam', 'iconfont icon-school'].map((name) => ({ name, icon: { font: name } }))
  expect(await get()).toEqual(glyphs)
  wait(HOUR - 1_000)
  expect(await get()).toEqual(glyphs)
  expect(fetched).toBe(3)
  // What was known stays when the style sheet cannot be loaded any more.
  wait(2_000)
  status = 503
  expect(await get()).toEqual(glyphs)
  expect(fetched).toBe(4)
  await configure(`${elsewhere}/other.css`)
  expect(await get()).toEqual({ message: `${host} 返回状态 503` })
  expect(fetched).toBe(5)
})

test('a style sheet in the own network is not fetched unless it is listed, also not through a redirect', async () => {
  let fetched = 0
  const inside = await serveHttp(() => {
    fetched += 1
    return new Response(sheet)
  })
  const outside = await serveHttp(() => Response.redirect(`${inside}/font.css`, 302))
  const { get, configure, cookie } = await iconBackend({ OUTGOING_ALLOW: new URL(outside).host })
  const inEnglish = () => get({ cookie: `${cookie}; ys_lang=en` })
  for (const url of [`${inside}/font.css`, `http://localhost:${new URL(inside).port}/font.css`, `${outside}/a`]) {
    await configure(url)
    expect(await inEnglish(), url).toEqual({
      message: expect.stringMatching(
        /^(127\.0\.0\.1|localhost)(:\d+)? is not on the public network\. The server reaches it only when OUTGOING_ALLOW lists it$/,
      ),
    })
  }
  expect(fetched).toBe(0)
})

test('a page that is no icon style sheet is named as such', async () => {
  const elsewhere = await serveHttp(() => new Response('<!doctype html>'))
  const { get, configure } = await iconBackend({ OUTGOING_ALLOW: '127.0.0.1' })
  await configure(`${elsewhere}/font.css`)
  expect(await get()).toEqual({ message: '这不是 Iconfont 样式表' })
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
