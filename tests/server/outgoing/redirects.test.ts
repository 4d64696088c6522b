import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { client, listen } from '../../support/outgoing.ts'

/** A server that redirects to `to`. */
const redirecting = (to: string, status = 302) =>
  listen((_request, response) => response.writeHead(status, { location: to }).end('moved'))

test('each redirect is checked as the first address', async () => {
  let reached = 0
  const inside = await listen((_request, response) => {
    reached += 1
    response.end('secret')
  })
  const targets = [`http://127.0.0.1:${inside}/`, `http://localhost:${inside}/`, `http://[::ffff:7f00:1]:${inside}/`]
  for (const target of targets) {
    const outside = await redirecting(target)
    const { reason } = client(`127.0.0.1:${outside}`)
    expect(await reason(`http://127.0.0.1:${outside}/`, { redirects: 3 }), target).toBe('private')
  }
  for (const target of ['file:///etc/passwd', 'ftp://a/', 'http://user:pass@127.0.0.1/', 'http://[']) {
    const outside = await redirecting(target)
    expect(await client('127.0.0.1').reason(`http://127.0.0.1:${outside}/`, { redirects: 3 }), target).toBe('address')
  }
  expect(reached).toBe(0)
})

test('a redirect to a listed machine is followed', async () => {
  const inside = await listen((request, response) => response.end(request.url))
  const outside = await redirecting(`http://127.0.0.1:${inside}/there?x=1#part`)
  const { get, lines } = client('127.0.0.1')
  expect(await (await get(`http://127.0.0.1:${outside}/here`, { redirects: 1 })).text()).toBe('/there?x=1')
  expect(lines).toMatchObject([{ path: '/here', status: 200, redirects: 1, last: `127.0.0.1:${inside}` }])
})

test('no more redirects than allowed; without any, a redirect is the answer', async () => {
  let asked = 0
  const port = await listen((_request, response) => {
    asked += 1
    response.writeHead(307, { location: `/${asked}` }).end('moved')
  })
  const { get, reason } = client('127.0.0.1')
  expect(await reason(`http://127.0.0.1:${port}/`, { redirects: 4 })).toBe('redirects')
  expect(asked).toBe(5)
  const answer = await get(`http://127.0.0.1:${port}/`)
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([307, '/6', 'moved'])
  const posted = await get(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x', redirects: 4 })
  expect([posted.status, await posted.text()]).toEqual([307, 'moved'])
})

test('credentials stay with their origin', async () => {
  const seen: IncomingHttpHeaders[] = []
  const other = await listen((request, response) => {
    seen.push(request.headers)
    response.end()
  })
  const port = await listen((request, response) => {
    seen.push(request.headers)
    response.writeHead(302, { location: request.url === '/a' ? '/b' : `http://127.0.0.1:${other}/c` }).end()
  })
  const secrets = { authorization: 'Bearer t', cookie: 'ys=1', 'x-api-key': 'k', batoken: 'b' }
  const headers = new Headers({ ...secrets, 'accept-language': 'en' })
  await (await client('127.0.0.1').get(`http://127.0.0.1:${port}/a`, { headers, redirects: 3 })).text()
  expect(seen).toHaveLength(3)
  expect(seen[0]).toMatchObject(secrets)
  expect(seen[1]).toMatchObject(secrets)
  for (const name of Object.keys(secrets)) expect(seen[2], name).not.toHaveProperty(name)
  expect(seen[2]).toMatchObject({ 'accept-language': 'en', host: `127.0.0.1:${other}` })
})
