import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { isStalled } from '../../scripts/lib/body-watch.ts'
import { passwords } from '../support/passwords.ts'
import { bearer } from './support/http.ts'
import { connectTo, preparedDirectory, query, startInstance } from './support/instance.ts'

/** Sends these bytes and then nothing. Resolves with what the server has said when it closes the connection. */
async function stall(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return said
}

test('half-sent heads and bodies are ended, of uploads and of requests that need no sign-in', async () => {
  const { url } = await startInstance({ dataDir: await preparedDirectory() })
  const token = await bearer(url)
  const post = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const function_ = `${post('/_serverFn/x', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}1\r\n{\r\n`
  const upload = `/adminApi/organization/import?name=a.csv`
  const said = await Promise.all([
    stall(url, ''),
    stall(url, 'GET / HTTP/1.1\r\nHost: localh'),
    stall(url, `${post('/auth/oauth/token', `${form}Content-Length: 100\r\n`)}username=`),
    stall(url, function_),
    stall(url, `${post(upload, `Authorization: ${token}\r\nContent-Length: 100\r\n`)}code`),
  ])
  expect(said.map((text) => text.split('\r\n')[0])).toEqual([
    expect.stringMatching(/^(HTTP\/1.1 408 Request Timeout)?$/),
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 408 Request Timeout',
  ])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test.each([
  ['a form that just began', { upload: false, answered: false, bytes: 0, age: 19_000, quiet: 19_000 }, false],
  ['a form that trickles', { upload: false, answered: false, bytes: 30, age: 21_000, quiet: 0 }, true],
  ['a form over a slow line', { upload: false, answered: false, bytes: 500_000, age: 500_000, quiet: 1_000 }, false],
  ['a form that stopped', { upload: false, answered: false, bytes: 500_000, age: 60_000, quiet: 31_000 }, true],
  [
    'a file over a very slow line',
    { upload: true, answered: false, bytes: 1_000, age: 3_600_000, quiet: 29_000 },
    false,
  ],
  ['a file that was refused and trickles on', { upload: true, answered: true, bytes: 30, age: 21_000, quiet: 0 }, true],
  ['a file that was refused at once', { upload: true, answered: true, bytes: 5_000, age: 2_000, quiet: 0 }, false],
  ['a file that stopped', { upload: true, answered: false, bytes: 5_000_000, age: 60_000, quiet: 31_000 }, true],
])('%s', (_what, { upload, answered, bytes, age, quiet }, stalled) => {
  const now = 10_000_000
  expect(isStalled({ upload, answered, bytes, begun: now - age, moved: now - quiet }, now)).toBe(stalled)
})

test('a head may be as long as the filter of a list needs, and no longer elsewhere', async () => {
  const { url } = await startInstance({ dataDir: await preparedDirectory() })
  const token = await bearer(url)
  const long = encodeURIComponent(JSON.stringify({ field: 'name', operator: 'eq', val: '量'.repeat(190) }))
  const filter = `{"or":[${Array.from({ length: 40 }, () => decodeURIComponent(long)).join(',')}]}`
  const list = `${url}/adminApi/organization/index?filter=${encodeURIComponent(filter)}`
  expect(list.length).toBeGreaterThan(64 * 1024)
  expect((await fetch(list, { headers: { authorization: token } })).status).toBe(200)
  expect((await fetch(list, { method: 'POST' })).status).toBe(431)
  expect((await fetch(`${url}/`, { headers: { 'x-filler': 'x'.repeat(40_000) } })).status).toBe(431)
  expect((await fetch(`${url}/`, { headers: { 'x-filler': 'x'.repeat(30_000) } })).status).toBe(200)
})

test('while it ends, every answer says that its connection closes', async () => {
  const dataDir = await preparedDirectory()
  const instance = await startInstance({ dataDir })
  const agent = new Agent({ keepAlive: true })
  const holder = await connectTo(dataDir)
  await holder.query('begin; lock table account in exclusive mode; lock table credential in access exclusive mode')
  const form = new URLSearchParams({ username: 'admin', password: passwords.admin }).toString()
  const headers = {
    authorization: `Basic ${btoa('admin:admin')}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': form.length,
  }
  const sent = request(`${instance.url}/auth/oauth/token?grant_type=password`, { method: 'POST', agent, headers })
  sent.end(form)
  const answered = once(sent, 'response')
  await expect
    .poll(() => query(dataDir, `select wait_event_type from pg_stat_activity where wait_event_type = 'Lock'`))
    .toHaveLength(1)
  instance.kill('SIGTERM')
  await expect.poll(instance.output).toContain('finishing what is under way')
  await holder.query('commit')
  const [answer] = await answered
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  answer.resume()
  expect((await instance.finished).code).toBe(0)
})

test('a host that a caller or a proxy names in a header is not believed', async () => {
  const { url } = await startInstance({ dataDir: await preparedDirectory(), env: { TRUST_PROXY: 'true' } })
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' }
  const answer = await fetch(`${url}/`, { headers })
  expect(answer.headers.get('strict-transport-security'), 'the other headers count').toBeTruthy()
  const html = await answer.text()
  expect(html).toContain('og:url')
  expect(html).not.toContain('evil.example')
})
