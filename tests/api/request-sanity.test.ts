import { expect, test } from 'vitest'
import { createApi } from '#src/server/api.server.ts'
import { tooMany } from '#src/server/errors.server.ts'
import { startApi } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'

async function signedIn() {
  const { api, signIn } = await startApi()
  const { tokens } = await signIn()
  const authorization = `Bearer ${tokens.access_token}`
  const add = (
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
    headers: Record<string, string> = {},
  ) =>
    api.request('/adminApi/organization/add', {
      method: 'POST',
      headers: { authorization, 'accept-language': 'en', 'content-type': type, ...headers },
      body,
    })
  const get = (path: string) => api.request(path, { headers: { authorization, 'accept-language': 'en' } })
  return { api, add, get }
}

const name = (value: string) => `{"code":"A","type":"school","name":${value}}`

test.each([
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['a million brackets', '['.repeat(1_000_000)],
  ['fifty thousand parts', `[${'1,'.repeat(60_000)}1]`],
  ['a NUL, which no database stores', name('"a\\u0000b"')],
  ['half a character', name('"\\ud800"')],
  ['a number beyond all numbers', name('1e999')],
  ['a name that every object has', '{"__proto__":{"super":true}}'],
  ['another such name', '{"constructor":{"prototype":{}}}'],
])('a JSON body is refused with 400: %s', async (_what, body) => {
  const { add } = await signedIn()
  expect(await (await add(body)).json()).toMatchObject({ code: 400, msg: expect.any(String) })
})

test('32 levels are read; brackets inside a text are text', async () => {
  const { add } = await signedIn()
  expect((await add(name(`${'['.repeat(31)}${']'.repeat(31)}`))).status).toBe(422)
  expect((await add(name(`"${'[{'.repeat(40)}\\""`))).status).toBe(200)
})

test('text is UTF-8, in the body and in the address', async () => {
  const { add, get } = await signedIn()
  expect((await add(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(400)
  expect((await add(name('"x"'), 'application/json; charset=utf-16')).status).toBe(415)
  expect((await add(name('"x"'), 'application/json; charset="UTF-8"')).status).toBe(200)
  for (const path of ['/api/ajax/area?province=%ff', '/api/ajax/area?uuid=%00', '/api/%c0%ae', '/api/site%00'])
    expect((await get(path)).status, path).toBe(400)
})

test('a body of another type, or compressed, is 415', async () => {
  const { add } = await signedIn()
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])
    expect((await add(name('"x"'), type)).status, type).toBe(415)
  expect((await add(name('"x"'), 'application/json', { 'content-encoding': 'gzip' })).status).toBe(415)
})

test('a parameter given twice is refused, because each layer might take another one', async () => {
  const { get } = await signedIn()
  const twice = await get('/adminApi/organization/index?limit=1&limit=200')
  expect(await twice.json()).toMatchObject({ code: 400, msg: 'The parameter limit is repeated' })
  expect((await get('/adminApi/organization/edit?id=1&id=2')).status).toBe(400)
  expect((await get('/adminApi/organization/index?order=code,asc&order=name,asc')).status).toBe(200)
})

test('names that every object has find nothing', async () => {
  const { get } = await signedIn()
  expect((await get('/adminApi/organization/select?field=constructor')).status).toBe(400)
  expect((await get('/adminApi/organization/index?__proto__=1')).status).toBe(400)
})

test('the token endpoint refuses in the form of RFC 6749: parameters twice, other types, large bodies', async () => {
  const { api } = await startApi()
  const ask = async (query: string, body?: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': type }
    const response = await api.request(`/auth/oauth/token${query}`, { method: 'POST', headers, body })
    return { status: response.status, ...(await response.json()) }
  }
  const refusal = { error: 'invalid_request', error_description: expect.any(String), msg: expect.any(String) }
  const form = 'grant_type=password&username=admin&password=x'
  expect(await ask('', `${form}&username=root`)).toMatchObject({ status: 400, ...refusal })
  expect(await ask('?scope=a&scope=b', form)).toMatchObject({ status: 400, ...refusal })
  expect(await ask('', `${form}%00`)).toMatchObject({ status: 400, ...refusal })
  expect(await ask('', '{}', 'application/json')).toMatchObject({ status: 415, ...refusal })
  expect(await ask('', `a=${'x'.repeat(3_000_000)}`)).toMatchObject({ status: 413, ...refusal })
  expect(await (await api.request('/auth/oauth/token')).json()).toMatchObject({ code: 405, ...refusal })
})

test('a wrong method is 405 and names the right ones; OPTIONS only names them, for there is no CORS', async () => {
  const { api, get } = await signedIn()
  const wrong = await api.request('/api/site', { method: 'PUT', headers: { 'accept-language': 'en' } })
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await wrong.json()).toMatchObject({ code: 405, msg: 'This address does not support the request method' })
  expect((await get('/adminApi/organization/add')).headers.get('allow')).toBe('POST, OPTIONS')
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  const options = await api.request('/api/site', { method: 'OPTIONS', headers: preflight })
  expect(options.status).toBe(204)
  expect([...options.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([])
  expect((await api.request('/api/site', { method: 'HEAD' })).status).toBe(200)
})

test('429 says how long to wait, in the header and in the envelope', async () => {
  const { db } = await startApi()
  const limited = createApi(apiDeps(db), [
    (api) =>
      api.get('/limited', () => {
        throw tooMany(12.3)
      }),
  ])
  const response = await limited.request('/limited', { headers: { 'accept-language': 'en' } })
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('13')
  expect(await response.json()).toMatchObject({
    code: 429,
    msg: 'Too many attempts. Please try again later.',
    data: { retryAfter: 13 },
  })
})
