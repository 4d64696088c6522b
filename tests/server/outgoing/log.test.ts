import { expect, test } from 'vitest'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'
import { withRequestFacts } from '#src/server/request-facts.server.ts'
import { client, listen } from '../../support/outgoing.ts'

const facts = { address: '', userAgent: '', requestId: 'request-1', nonce: '' }

test('a request leaves one line: where to, what came back, for which request', async () => {
  const port = await listen((_request, response) => response.writeHead(201).end('four'))
  const { get, lines } = client('127.0.0.1')
  const answer = await withRequestFacts(facts, () => get(`http://127.0.0.1:${port}/a/b`, { method: 'PUT', body: 'x' }))
  expect(lines).toEqual([])
  await answer.text()
  const line = { method: 'PUT', host: `127.0.0.1:${port}`, path: '/a/b', status: 201, bytes: 4, requestId: 'request-1' }
  expect(lines).toEqual([{ ...line, redirects: 0, last: line.host, ms: expect.any(Number) }])
})

test('a failure says why, and a body that nobody wanted ends the exchange', async () => {
  const { reason, lines } = client('127.0.0.1:1')
  await reason('http://localhost:2/x')
  expect(lines).toMatchObject([
    { host: 'localhost:2', reason: 'private', detail: expect.stringContaining('OUTGOING_ALLOW') },
  ])
  await reason('http://127.0.0.1:1/')
  expect(lines[1]).toMatchObject({ reason: 'unreachable', detail: '127.0.0.1:1: ECONNREFUSED', bytes: 0 })
  const port = await listen((_request, response) => response.writeHead(200).write('endless'))
  const other = client('127.0.0.1')
  await (await other.get(`http://127.0.0.1:${port}/`)).body?.cancel()
  expect(other.lines).toMatchObject([{ status: 200, bytes: 0 }])
})

test('neither headers, nor bodies, nor values of the query, nor passwords reach the log', async () => {
  const port = await listen((_request, response) => response.setHeader('set-cookie', 'c=topsecret').end('topsecret'))
  const { get, reason, lines } = client('127.0.0.1')
  const headers = new Headers({ authorization: 'Bearer topsecret', cookie: 'a=topsecret' })
  const url = `http://127.0.0.1:${port}/send?access_token=topsecret&mobile=topsecret&sign=topsecret`
  await (await get(url, { method: 'POST', headers, body: 'topsecret' })).text()
  await reason(`http://user:topsecret@127.0.0.1:${port}/?key=topsecret`)
  await reason('http://[topsecret')
  expect(JSON.stringify(lines)).not.toContain('topsecret')
  expect(lines[0]).toMatchObject({ path: '/send?access_token=***&mobile=***&sign=***' })
  expect(lines).toHaveLength(3)
})

test.each([
  [
    'address',
    '服务器只能访问不含密码的 http 或 https 地址',
    'The server fetches only http and https addresses without a password',
  ],
  [
    'private',
    'a:81 不在公网上，服务器只有在 OUTGOING_ALLOW 列出它时才访问',
    'a:81 is not on the public network. The server reaches it only when OUTGOING_ALLOW lists it',
  ],
  ['redirects', 'a:81 重定向次数过多', 'a:81 redirects too often'],
  ['size', 'a:81 返回的内容太大', 'The answer of a:81 is too large'],
  ['time', 'a:81 响应太慢', 'a:81 took too long to answer'],
  ['packed', 'a:81 返回的内容无法解压', 'The answer of a:81 could not be unpacked'],
  ['unreachable', '无法连接 a:81', 'a:81 could not be reached'],
] as const)('the failure %s is a sentence in both languages', (reason, chinese, english) => {
  const error = new OutgoingError(reason, 'a:81', 'for the log')
  expect(inEachLanguage(() => error.sentence())).toEqual({ 'zh-cn': chinese, en: english })
})
