import { expect, test, vi } from 'vitest'
import { someTokens, startBackend } from '../support/backend.ts'
import { serveHttp } from '../support/serve.ts'
import { bodyOf, type Handler, json, startProxy, upload } from '../support/stream-proxy.ts'

// Which session a streamed call has, and what becomes of its tokens.

test('the path decides whose cookie becomes the Authorization; cookies and tokens stay on their side of the proxy', async () => {
  const { call, app, cookie } = await startProxy((request, response) => {
    response.setHeader('set-cookie', 'evil=1')
    response.setHeader('batoken', 'secret')
    const { authorization, cookie: got, server } = request.headers
    json(response, {
      path: request.url,
      authorization,
      cookie: got,
      server,
      language: request.headers['accept-language'],
    })
  })
  const answer = await call('/admin/sys-file/local/a.txt?x=1')
  expect([...answer.headers.keys()]).not.toEqual(expect.arrayContaining(['batoken']))
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await answer.json()).toMatchObject({
    data: { path: '/admin/sys-file/local/a.txt?x=1', authorization: 'bear old', server: 'true', language: 'zh-cn' },
  })
  expect(await (await call('/admin/sys-file/a')).json()).not.toHaveProperty('data.cookie')
  const member = await call('/api/ajax/upload', { method: 'POST', body: 'x' })
  expect(await member.json()).toMatchObject({ data: { authorization: 'Bearer member' } })
  // The caller's own Authorization header takes precedence. That request needs no same-origin page.
  const own = await fetch(`${app}/admin/Terminal/index`, { headers: { cookie, authorization: 'Bearer mine' } })
  expect(await own.json()).toMatchObject({ data: { authorization: 'Bearer mine' } })
})

test('the proof of a session goes with its streams, and never to the page', async () => {
  const { call, admin } = await startProxy((request, response) => {
    json(response, { proof: request.headers['x-proof'] ?? null })
  })
  const path = '/admin/Terminal/index?command=versions'
  expect(await (await call(path)).json()).toMatchObject({ data: { proof: null } })
  const { keepProof } = await import('#src/backend/browser-session.server.ts')
  await keepProof(admin, { proof: 'proven', until: new Date(Date.now() + 60_000).toISOString() })
  const answer = await call(path)
  expect(await answer.json()).toMatchObject({ data: { proof: 'proven' } })
  expect([...answer.headers].flat()).not.toContain('proven')
  expect(await (await call('/api/ajax/upload', { method: 'POST', body: 'x' })).json()).toMatchObject({
    data: { proof: null },
  })
})

test('a cookie counts only from a page of ours; a download may be opened from the address bar', async () => {
  const reached = vi.fn()
  const { app, call, cookie } = await startProxy((_request, response) => {
    reached()
    json(response, null)
  })
  const places: [name: string, given: Record<string, string>, status: number][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar, for a command', { 'sec-fetch-site': 'none' }, 403],
    ['an origin of another site', { origin: 'https://evil.example' }, 403],
    ['an origin that hides', { origin: 'null' }, 403],
    ['nothing that says where from', {}, 403],
    ['our own origin', { origin: app }, 200],
    ['our own page as the referrer', { referer: `${app}/admin` }, 200],
  ]
  for (const [name, given, status] of places)
    expect((await fetch(`${app}/admin/Terminal/index`, { headers: { ...given, cookie } })).status, name).toBe(status)
  expect((await call('/admin/sys-file/a', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)

  // Cookies never authenticate /auth, nor a call that a page makes through a server function.
  expect((await call('/auth/token/logout', { method: 'DELETE' })).status).toBe(401)
  expect((await call('/adminApi/user/info')).status).toBe(401)
  expect(reached).toHaveBeenCalledTimes(3)
})

/** Makes a back end whose first token has expired. It records every request. */
function withExpiredToken() {
  const seen: string[] = []
  const handler: Handler = (request, response) => {
    seen.push(
      `${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization?.replace(/Basic .*/, 'Basic')}`,
    )
    if (request.url?.startsWith('/auth/oauth/token')) {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'new', refresh_token: 'r2', token_type: 'Bearer' }))
    } else if (request.headers.authorization === 'bear old') {
      request.resume()
      json(response, null, 401)
    } else {
      let size = 0
      request.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      request.on('end', () => json(response, { size, batoken: request.headers.batoken }))
    }
  }
  return { seen, handler }
}

test('an expired token is refreshed: a download is asked for again, an upload waits with its body', async () => {
  const { seen, handler } = withExpiredToken()
  const { call, session } = await startProxy(handler)
  const answer = await call('/admin/sys-file/a')
  expect(await answer.json()).toMatchObject({ code: 200, data: { batoken: 'new' } })
  expect(seen).toEqual([
    'GET /admin/sys-file/a bear old',
    'POST /auth/oauth/token Basic',
    'GET /admin/sys-file/a Bearer new',
  ])
  seen.length = 0
  // Another session, whose token has expired as well.
  const cookie = `ys_admin=${(await session('admin', someTokens)).id}`
  const { headers, ...init } = upload(bodyOf(32).stream)
  const sent = await call('/admin/sys-file/upload', { ...init, headers: { ...headers, cookie } })
  expect(await sent.json()).toMatchObject({ data: { size: 32 * 65_536 } })
  expect(seen.filter((line) => line.includes('upload'))).toEqual(['POST /admin/sys-file/upload Bearer new'])
})

test('a session that is over answers 401 to an upload, without its body', async () => {
  const { call, app, cookie } = await startProxy((request, response) => {
    request.resume()
    json(response, null, request.url?.startsWith('/auth') ? 400 : 401)
  })
  const answer = await call('/admin/sys-file/upload', upload(bodyOf(4).stream))
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 401, data: null }])
  expect(
    (await fetch(`${app}/admin/sys-file/a`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status,
  ).toBe(401)
})

test('without BACKEND_URL the call goes to the contract in this process, with the cookie as Authorization', async () => {
  const backend = await startBackend()
  const app = await serveHttp(backend.createHttp(() => new Response('a page'), true))
  const tokens = await backend.passwordGrant('admin', { username: 'admin', password: 'Admin123456', keep: false })
  const { id } = await backend.session('admin', tokens)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const path = `${app}/adminApi/organization/export`
  expect((await fetch(path, { headers })).status).toBe(401)
  const answer = await fetch(path, { headers: { ...headers, cookie: `ys_admin=${id}` } })
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ])
})
