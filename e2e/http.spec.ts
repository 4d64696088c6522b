import { Agent, request as rawRequest } from 'node:http'
import { expect, test } from './support/fixtures.ts'

test.use({ reads: true })

// Behaviour that only a real HTTP server can show: headers, chunked bodies, methods, files.

test('health says that the process lives, readiness that it reaches its database', async ({ request }) => {
  expect(await (await request.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('every answer carries a request id, and keeps a given one', async ({ request }) => {
  for (const path of ['/', '/healthz', '/api/site'])
    expect((await request.get(path)).headers()['x-request-id']).toMatch(/^[\w-]{36}$/)
  const given = await request.get('/api/site', { headers: { 'x-request-id': 'given-by-caller' } })
  expect(given.headers()['x-request-id']).toBe('given-by-caller')
  const odd = await request.get('/api/site', { headers: { 'x-request-id': 'a b<script>' } })
  expect(odd.headers()['x-request-id']).not.toContain('<')
})

test('pages forbid scripts that are not ours, and are kept by nobody else', async ({ request }) => {
  const headers = (await request.get('/')).headers()
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'/)
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cache-control']).toContain('private')
})

test('a login page comes as one text with all that its scripts need, one rendered for this browser too', async ({
  request,
}) => {
  for (const path of ['/admin/login', '/user/login']) {
    const side = path.split('/')[1]
    const headers = { 'accept-encoding': 'identity', cookie: `ys_account_${side}=alice_1` }
    const answer = await request.get(path, { headers })
    expect(Number(answer.headers()['content-length'])).toBe((await answer.body()).length)
    const html = await answer.text()
    expect(html).toContain('value="alice_1"')
    // The end of the data stands in the page's first script, before the one that loads the others.
    expect(html.indexOf('$_TSR.e()')).toBeGreaterThan(0)
    expect(html.indexOf('$_TSR.e()')).toBeLessThan(html.indexOf('modulepreload'))
    expect(html).not.toContain('<!--$!-->')
  }
})

test('assets never change under their name; one that is gone is a plain 404', async ({ request }) => {
  const script = /\/assets\/[\w.-]+\.js/.exec(await (await request.get('/')).text())?.[0] ?? ''
  const headers = (await request.get(script)).headers()
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    vary: 'Accept-Encoding',
  })
  expect(headers['content-security-policy']).toMatch(/default-src 'none';.* base-uri 'none'; frame-ancestors 'none'/)
  expect(headers['cache-control']).toContain('immutable')
  const gone = await request.get('/assets/gone-12345678.js', { maxRedirects: 0 })
  expect(gone.status()).toBe(404)
})

test('a body over two megabytes is refused with 413, also when it names no length; the connection stays good', async ({
  request,
  baseURL,
}) => {
  const big = 'x'.repeat(2_500_000)
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await request.post('/auth/oauth/token', { headers, data: `username=${big}` })).status()).toBe(413)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = () =>
    new Promise<number>((resolve, reject) => {
      const outgoing = rawRequest(`${baseURL}/auth/oauth/token`, { method: 'POST', headers, agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      })
      outgoing.on('error', reject)
      for (let sent = 0; sent < big.length; sent += 100_000) outgoing.write(big.slice(sent, sent + 100_000))
      outgoing.end()
    })
  expect([await send(), await send(), await send()]).toEqual([413, 413, 413])
  agent.destroy()
})

test('a server function reads no payload that is too large or broken, and nothing of it is a failure of ours', async ({
  page,
  request,
  open,
  baseURL,
}) => {
  await open('/admin/login')
  const sent = page.waitForRequest((one) => one.url().includes('/_serverFn/') && one.method() === 'POST')
  await page.getByLabel('账号').fill('nobody')
  await page.getByLabel('密码', { exact: true }).fill('wrong-password')
  await page.keyboard.press('Enter')
  const url = (await sent).url()
  const headers = { 'content-type': 'application/json', 'x-tsr-serverfn': 'true', origin: baseURL ?? '' }
  const ask = async (data: string, address = url) => (await request.post(address, { headers, data })).status()
  expect(await ask('x'.repeat(2_500_000))).toBe(413)
  expect(await ask(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toBe(400)
  expect(await ask('{')).toBe(400)
  expect(await ask('{"t":{"t":99,"i":0}}')).toBe(400)
  expect(await ask('{}', `${baseURL}/_serverFn/${'0'.repeat(64)}`)).toBe(404)
})

test('the contract speaks the language of its caller, whatever the browser chose', async ({ request }) => {
  const say = async (language: string) =>
    (
      await (
        await request.get('/adminApi/menu', { headers: { 'accept-language': language, cookie: 'ys_lang=en' } })
      ).json()
    ).msg
  expect(await say('en-GB,zh;q=0.5')).toBe('The access token is missing, invalid or expired')
  expect(await say('zh-CN')).toBe('登录凭证无效或已过期')
  expect(await say('fr')).toBe('登录凭证无效或已过期')
})
