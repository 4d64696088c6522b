import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSession } from '#src/backend/browser-session.server.ts'
import { explain } from '#src/backend/explain.functions.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { handInFeatures, runtime } from '#src/server/runtime.server.ts'
import { clientAddress } from '#src/web/client-address.server.ts'
import { createHttp } from '#src/web/http.server.ts'
import { type Listening, listen } from '../../scripts/lib/listen.ts'
import { freshDatabase } from '../support/database.ts'
import { spendModules } from '../support/modules.ts'
import { passwords } from '../support/passwords.ts'
import { sendRaw } from '../support/raw-http.ts'

// The whole application without its pages, on the product's HTTP server, behind a proxy that terminates TLS.

let server: Listening
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  const variables = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', TRUST_PROXY: 'true' }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.stubEnv('SESSION_SECRET', 's'.repeat(40))
  // The application's modules hold state of this file, so no other file may share them.
  spendModules()
  handInFeatures({ mounts, jobKinds })
  const pages = () => new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } })
  const fetch = createHttp(pages, true)
  server = await listen({ fetch, middleware: [], host: '127.0.0.1', port: 0, trustProxy: true })
})

afterAll(async () => {
  await server.close()
  await runtime().db.$client.end()
  await runtime().lockDb.$client.end()
  await runtime().vitalDb.$client.end()
  await runtime().probeDb.$client.end()
  await drop()
  vi.unstubAllEnvs()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, redirect: 'manual' })

/** Signs in and returns the answer of the token endpoint. */
async function tokens(side: 'admin' | 'user' = 'admin') {
  const username = side === 'admin' ? 'admin' : 'member'
  const response = await fetch(`http://127.0.0.1:${server.port}/auth/oauth/token?grant_type=password`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${side}:${side}`)}` },
    body: new URLSearchParams({ username, password: passwords[side === 'admin' ? 'admin' : 'member'] }),
  })
  return response.json()
}

/** Signs in and returns the session cookie of the browser. */
async function cookie(side: 'admin' | 'user' = 'admin'): Promise<string> {
  const { access_token: token, ...rest } = await tokens(side)
  const id = await createSession(runtime().db, side, { ...rest, token }, 3600)
  return `ys_${side}=${id}`
}

test('the process is ready while a lock on one table holds up every connection for sign-ins and sessions', async () => {
  const { db, vitalDb } = runtime()
  const { refresh_token } = await tokens()
  const held = await db.$client.connect()
  onTestFinished(() => held.release(true))
  await held.query('begin; lock table token in access exclusive mode')
  const waiting = Array.from({ length: 8 }, () =>
    fetch(`http://127.0.0.1:${server.port}/auth/oauth/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}` },
      body: new URLSearchParams({ refresh_token }),
    }),
  )
  const count = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.$client.query(count)).rows[0].count).toBe(vitalDb.$client.options.max)
  expect((await get('/readyz')).status).toBe(200)
  await held.query('rollback')
  await Promise.all(waiting)
})

test('every answer forbids sniffing, framing by others and reading by others; a page has a policy with a nonce', async () => {
  const seen = new Set<string>()
  for (const path of [
    '/',
    '/api/site',
    '/adminApi/menu',
    '/healthz',
    '/readyz',
    '/api/openapi.json',
    '/assets/gone.js',
  ]) {
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect(headers.get('permissions-policy'), path).toContain('camera=()')
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
    expect(headers.get('x-request-id'), path).toMatch(/^[\w-]{36}$/)
    expect(headers.get('content-type'), path).toBeTruthy()
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["object-src 'none'", "base-uri 'none'", 'frame-ancestors']) expect(policy, path).toContain(part)
    if (path === '/') expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}' 'strict-dynamic';/)
    else expect(policy, path).toContain("default-src 'none'")
    expect(/script-src[^;]*'unsafe-inline'/.test(policy), path).toBe(false)
    seen.add(policy)
  }
  expect((await get('/')).headers.get('content-security-policy')).not.toBe([...seen][0])
})

test('HSTS is sent behind TLS only, for a year and subdomains', async () => {
  const secure = await get('/api/site', { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' })
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect((await get('/api/site')).headers.get('strict-transport-security')).toBeNull()
})

test('of the addresses that a proxy names the last one counts: the others are the word of the caller', () => {
  const request = new Request('http://x/', { headers: { 'x-forwarded-for': '1.2.3.4, 203.0.113.7' } })
  expect(clientAddress(request)).toBe('203.0.113.7')
})

test('a Host that makes no address is refused, whatever is asked for', async () => {
  for (const host of ['x:99999', 'a b', '[::1', 'x<y']) {
    const sent = { method: 'GET', path: '/', headers: { host } }
    expect((await sendRaw(server.port, new Agent(), sent)).status, host).toBe(400)
  }
})

test('a page is read or posted to; other methods are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await get('/', {}, method)
    expect(response.status, method).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
  }
})

test('a page with more parameters than any page has is refused before it is made', async () => {
  const address = (count: number) => `/?${Array.from({ length: count }, (_, at) => `k${at}=1`).join('&')}`
  expect((await get(address(1_000))).status).toBe(200)
  expect((await get(address(2_000))).status).toBe(400)
  expect((await get(address(10_000))).status).toBe(400)
  // One parameter may be long: the filter of a list.
  expect((await get(`/?filter=${'x'.repeat(60_000)}`)).status).toBe(200)
})

test("input that a function's schema refuses is the caller's mistake, and is not repeated", () => {
  const issues = [{ kind: 'schema', message: 'Invalid type', path: [{ input: { password: 'TopSecret1' } }] }]
  const warn = vi.spyOn(runtime().log, 'warn')
  const told = explain(new Error(JSON.stringify(issues, undefined, 2)))
  expect(told).toMatchObject({ code: 400 })
  expect(JSON.stringify([told, warn.mock.calls])).not.toContain('TopSecret1')
  expect(explain(new Error('[odd]'))).toMatchObject({ code: 500 })
})

test('a refused token is challenged as RFC 6750 says', async () => {
  const challenge = async (headers: Record<string, string>) =>
    (await get('/adminApi/menu', headers)).headers.get('www-authenticate')
  expect(await challenge({})).toBe('Bearer realm="yardstick"')
  expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer realm="yardstick", error="invalid_token"')
})

test('health answers without a session and without words about the inside', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('the reference page is public; who is not signed in to the back office is offered the sign-in', async () => {
  const foreign = (await cookie('user')).replace('ys_user', 'ys_admin')
  for (const sent of ['', 'ys_admin=nothing', foreign]) {
    const response = await get('/api/docs', { cookie: sent })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('href="/admin">登录后台</a>')
  }
})

test('the reference page has every call in the language and theme of the browser, with a sample call and answer', async () => {
  const signedIn = await cookie()
  const { paths } = await (await get('/api/openapi.json')).json()
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(Object.values)
  for (const [language, title, site, ...words] of [
    [
      'zh-cn',
      '接口文档',
      '量尺测评',
      '返回后台',
      '跳到内容',
      '无需登录',
      '含义',
      '权限节点',
      '此接口的链接',
      '按路径、名称或权限节点查找',
      '找到 {count} 个接口',
      '没有找到接口',
      '开始使用',
      '用账号和密码换取访问令牌；CLIENT 是客户端的名称和密钥。',
      '带上令牌调用接口。',
      '应答的信封里，data 是内容。',
      '的接口文档：每个接口的参数、调用示例、应答示例与错误。',
      '南山示例小学',
      '浅色',
    ],
    [
      'en',
      'API reference',
      'Yardstick',
      'Back to the back office',
      'Skip to content',
      'No sign-in needed',
      'Sample answer',
      'Meaning',
    ],
  ]) {
    const response = await get('/api/docs', { cookie: `${signedIn}; ys_lang=${language}; ys_theme=dark` })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const page = await response.text()
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain(`<title>${title} - ${site}</title>`)
    expect(page).toContain(`lang="${language === 'en' ? 'en' : 'zh-CN'}" data-theme="dark"`)
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`)
    for (const { operationId } of operations) expect(page).toContain(`id="${operationId}"`)
    for (const said of words) expect(page).toContain(said)
    // Its own scripts have the nonce of the policy; there is no other, and nothing comes from elsewhere.
    const [, nonce] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
    expect(page.match(/<script[^>]*>/g)).toEqual(Array(2).fill(`<script nonce="${nonce}">`))
    expect(page).not.toMatch(/\son\w+="|(src|href)="https?:/)
  }
})

test('a sample call has the address of the site, the credential, the required parameters and plausible values', async () => {
  const page = await (await get('/api/docs?lang=en', { 'x-forwarded-proto': 'https' })).text()
  const part = (id: string) => {
    const from = page.indexOf(`id="${id}"`)
    return page.slice(from, page.indexOf('</details>', from)).replaceAll('&#39;', "'").replaceAll('&quot;', '"')
  }
  const add = part('POST_adminApi_organization_add')
  expect(add).toContain(`curl -X POST 'https://127.0.0.1:${server.port}/adminApi/organization/add' \\`)
  expect(add).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(add).toContain('"type": "school"')
  expect(add).toMatch(/"code": 200,\n {2}"msg": "",\n {2}"data": \{\n {4}"id": 1,/)
  expect(part('GET_adminApi_organization_edit')).toContain("/adminApi/organization/edit?id=1'")
  expect(part('DELETE_adminApi_organization_page_id_')).toContain("/adminApi/organization/page/1'")
  expect(part('POST_auth_oauth_token')).toContain('-u "$CLIENT"')
  expect(part('GET_adminApi_organization_export')).toContain(
    'The answer is application/octet-stream, without the envelope.',
  )
  expect(page).not.toMatch(/admin:admin|user:user/)
})

test('another site may link to the reference page, but not embed it', async () => {
  const headers = { cookie: await cookie(), 'sec-fetch-site': 'cross-site' }
  // fetch sets sec-fetch-mode itself, so this request is sent with node:http.
  const agent = new Agent()
  const visit = async (mode: string, dest: string) => {
    const sent = { ...headers, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
    return (await sendRaw(server.port, agent, { method: 'GET', path: '/api/docs', headers: sent })).status
  }
  expect(await visit('navigate', 'iframe')).toBe(403)
  expect(await visit('no-cors', 'image')).toBe(403)
  expect(await visit('navigate', 'document')).toBe(200)
})

test("a browser's cookie opens no other call of the contract", async () => {
  const headers = { cookie: await cookie() }
  expect((await get('/adminApi/menu', headers)).status).toBe(401)
  expect((await get('/adminApi/organization/index', headers)).status).toBe(401)
  expect((await get('/auth/token/logout', headers, 'DELETE')).status).toBe(401)
})
