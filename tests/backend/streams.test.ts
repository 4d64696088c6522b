import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { someTokens, startBackend } from '../support/backend.ts'
import { serveHttp } from '../support/serve.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a back end on plain Node, which gives access to the connections themselves. @returns its base URL */
async function startUpstream(handler: Handler): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts the application in front of a back end, with a session for each side. */
async function start(handler: Handler, variables: Record<string, string> = {}) {
  const backend = await startBackend({ BACKEND_URL: await startUpstream(handler), ...variables })
  const app = await serveHttp(backend.createHttp(() => new Response('a page'), true))
  const admin = await backend.session('admin', someTokens)
  const user = await backend.session('user', { ...someTokens, token: 'member', token_type: 'Bearer' })
  const cookie = `ys_admin=${admin.id}; ys_user=${user.id}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app + path, { ...init, headers: { cookie, 'sec-fetch-site': 'same-origin', ...init.headers } })
  return { ...backend, app, admin, cookie, call }
}

const json = (response: ServerResponse, data: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: status, msg: '', data }))
}

/** Makes a body of this many chunks of 64 kB, each created when it is read. */
function bodyOf(chunks: number) {
  const made = { chunks: 0 }
  const chunk = new Uint8Array(65_536)
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made.chunks === chunks) controller.close()
      else {
        made.chunks += 1
        controller.enqueue(chunk)
      }
    },
  })
  return { stream, made }
}

const upload = (stream: ReadableStream): RequestInit & { duplex: 'half' } => ({
  method: 'POST',
  body: stream,
  duplex: 'half',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
})

test('the path decides whose cookie becomes the Authorization; cookies and tokens stay on their side of the proxy', async () => {
  const { call, app, cookie } = await start((request, response) => {
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

test('cookies never authenticate /auth, nor a call that a page makes through a server function', async () => {
  const reached = vi.fn()
  const { call } = await start((_request, response) => {
    reached()
    json(response, null)
  })
  expect((await call('/auth/token/logout', { method: 'DELETE' })).status).toBe(401)
  expect((await call('/adminApi/user/info')).status).toBe(401)
  expect(reached).not.toHaveBeenCalled()
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar, for a command', { 'sec-fetch-site': 'none' }, 403],
  ['an origin of another site', { origin: 'https://evil.example' }, 403],
  ['an origin that hides', { origin: 'null' }, 403],
  ['nothing that says where from', {}, 403],
  ['our own origin', { origin: 'SELF' }, 200],
  ['our own page as the referrer', { referer: 'SELF/admin' }, 200],
])('a cookie counts only from a page of ours: %s', async (_name, given, status) => {
  const { app, cookie } = await start((_request, response) => json(response, null))
  const named = Object.entries<string>(given).map(([name, value]) => [name, value.replace('SELF', app)])
  const headers = { ...Object.fromEntries(named), cookie }
  expect((await fetch(`${app}/admin/Terminal/index`, { headers })).status).toBe(status)
})

test('a download may be opened from the address bar', async () => {
  const { call } = await start((_request, response) => json(response, null))
  expect((await call('/admin/sys-file/a', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
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

test('a download with an expired token is refreshed and asked for again', async () => {
  const { seen, handler } = withExpiredToken()
  const { call } = await start(handler)
  const answer = await call('/admin/sys-file/a')
  expect(await answer.json()).toMatchObject({ code: 200, data: { batoken: 'new' } })
  expect(seen).toEqual([
    'GET /admin/sys-file/a bear old',
    'POST /auth/oauth/token Basic',
    'GET /admin/sys-file/a Bearer new',
  ])
})

test('an upload with an expired token is refreshed before its body flows, and sent once', async () => {
  const { seen, handler } = withExpiredToken()
  const { call } = await start(handler)
  const answer = await call('/admin/sys-file/upload', upload(bodyOf(32).stream))
  expect(await answer.json()).toMatchObject({ data: { size: 32 * 65_536 } })
  expect(seen.filter((line) => line.includes('upload'))).toEqual(['POST /admin/sys-file/upload Bearer new'])
})

test('a session that is over answers 401 to an upload, without its body', async () => {
  const { call, app, cookie } = await start((request, response) => {
    request.resume()
    json(response, null, request.url?.startsWith('/auth') ? 400 : 401)
  })
  const answer = await call('/admin/sys-file/upload', upload(bodyOf(4).stream))
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 401, data: null }])
  expect(
    (await fetch(`${app}/admin/sys-file/a`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status,
  ).toBe(401)
})

/** Waits until a number stays the same for 200 ms, so that no data flows any more. */
async function standsStill(count: () => number): Promise<void> {
  let last = Number.NaN
  await expect
    .poll(
      () => {
        const before = last
        last = count()
        return last === before
      },
      { interval: 200 },
    )
    .toBe(true)
}

test('an upload of 256 MB passes with flat memory, as fast as the back end takes it', async () => {
  let size = 0
  let resume: (() => void) | undefined
  const { call } = await start((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (resume || size < 10_000_000) return
      request.pause()
      resume = () => request.resume()
    })
    request.on('end', () => json(response, { size }))
  })
  const { stream, made } = bodyOf(4096)
  const before = process.memoryUsage().rss
  const sending = call('/admin/sys-file/upload', upload(stream))
  await expect.poll(() => resume).toBeDefined()
  // The sender may be ahead of the paused back end by the size of the buffers, not by the whole file.
  await standsStill(() => made.chunks)
  const ahead = made.chunks * 65_536 - size
  expect(ahead).toBeLessThan(24_000_000)
  resume?.()
  expect(await (await sending).json()).toMatchObject({ data: { size: 4096 * 65_536 } })
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
}, 60_000)

test('a slow reader holds the back end back, and its leaving is heard there', async () => {
  let written = 0
  let closed = false
  const { call } = await start((_request, response) => {
    const chunk = Buffer.alloc(65_536)
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const more = () => {
      while (!closed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    response.on('close', () => {
      closed = true
    })
    more()
  })
  const leaving = new AbortController()
  const answer = await call('/admin/sys-file/endless', { signal: leaving.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  await standsStill(() => written)
  expect(written).toBeLessThan(24_000_000)
  leaving.abort()
  await expect.poll(() => closed).toBe(true)
  await expect(reader?.read()).rejects.toThrow(/abort/i)
})

test('an upload that is abandoned half-way ends at the back end too', async () => {
  let received = 0
  let aborted = false
  const { call } = await start((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    request.on('error', () => undefined)
    request.on('close', () => {
      aborted = !request.complete
    })
  })
  const leaving = new AbortController()
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Lets other tasks run first.
      await new Promise(setImmediate)
      // The client goes on reading the body of a request that was aborted, without end.
      if (leaving.signal.aborted) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  const sending = call('/admin/sys-file/upload', { ...upload(endless), signal: leaving.signal })
  await expect.poll(() => received).toBeGreaterThan(300_000)
  leaving.abort()
  await expect(sending).rejects.toThrow(/abort/i)
  await expect.poll(() => aborted).toBe(true)
})

test('a refusal that comes before the upload has ended is passed on', async () => {
  const { call } = await start((request, response) => {
    if (!request.url?.endsWith('/upload')) return json(response, null)
    request.once('data', () => {
      const refused = JSON.stringify({ code: 413, msg: '', data: null })
      const headers = { 'content-type': 'application/json', 'content-length': refused.length, connection: 'close' }
      response.writeHead(413, headers).write(refused)
      // RFC 9112, 9.6: a server that closes at once while data still arrives may destroy its own response.
      request.resume().once('end', () => response.end())
    })
  })
  const answer = await call('/admin/sys-file/upload', upload(bodyOf(200).stream))
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 413 }])
})

test('events arrive one by one, and the stream ends when the back end ends it', async () => {
  let next: () => void = () => undefined
  const { call } = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"uuid":"1","data":"command-link-success"}\n\n')
    next = () => {
      response.write('data: second\n\n')
      next = () => response.end()
    }
  })
  const answer = await call('/admin/Terminal/index?command=x')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('command-link-success')
  next()
  expect((await reader?.read())?.value).toBe('data: second\n\n')
  next()
  expect((await reader?.read())?.done).toBe(true)
})

test('a back end that breaks off, or is not there, is no silent end', async () => {
  const { call } = await start((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  })
  await expect(call('/admin/sys-file/a').then((answer) => answer.text())).rejects.toThrow()
  const away = await start((_request, response) => response.destroy())
  const answer = await away.call('/admin/sys-file/a', { headers: { cookie: `${away.cookie}; ys_lang=en` } })
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 503, msg: 'Server exception!' }])
  const headers = { cookie: `${away.cookie}; ys_lang=en`, 'x-page-language': 'zh-cn' }
  const shownOtherwise = await (await away.call('/admin/sys-file/a', { headers })).json()
  expect(shownOtherwise.msg, 'a page that ?lang= shows in another language').toBe('服务器异常！')
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
