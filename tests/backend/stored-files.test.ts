import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { json, startProxy } from '../support/stream-proxy.ts'

/** A back end with a public file, and a private one for the token `member`. */
function files(request: IncomingMessage, response: ServerResponse): void {
  const token = request.headers.authorization?.replace(/^bearer /i, '')
  if (request.url === '/storage/open.txt' || token === 'member') {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(`${request.url} ${token ?? 'nobody'}`)
  } else json(response, null, 404)
}

test('a stored file is asked for without a session first, then with that of each side', async () => {
  const asked: string[] = []
  const { call, app } = await startProxy((request, response) => {
    if (request.url?.startsWith('/storage/')) asked.push(request.headers.authorization ?? 'nobody')
    files(request, response)
  })
  expect(await (await call('/storage/open.txt')).text()).toBe('/storage/open.txt nobody')
  expect(asked).toEqual(['nobody'])
  expect(await (await call('/storage/a/own.txt?size=160')).text()).toBe('/storage/a/own.txt?size=160 member')
  expect(asked.slice(1)).toHaveLength(3)
  // No page of this site asks, so the sessions are not used.
  expect((await call('/storage/a/own.txt', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404)
  expect((await call('/storage/open.txt', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  expect((await fetch(`${app}/storage/a/own.txt`)).status).toBe(404)
  expect((await fetch(`${app}/storage/a/own.txt`, { headers: { authorization: 'Bearer member' } })).status).toBe(200)
})
