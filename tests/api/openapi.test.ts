import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { operations } from '#src/features/contract.server.ts'
import { isRegistered } from '#src/resource/registry.ts'
import { isOfRuntimeResource } from '#src/server/methods.server.ts'
import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { addOrganizations, startApi, type TestApi } from '../support/api.ts'

async function document(language = 'en') {
  const { api } = await startApi()
  const response = await api.request('/api/openapi.json', { headers: { 'accept-language': language } })
  return { api, response, json: await response.json() }
}

test('the contract is valid OpenAPI 3.1 by a public validator, every reference leads somewhere, and nothing is secret', async () => {
  const { api, response, json } = await document()
  const validator = new Validator()
  const result = await validator.validate(json)
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const refs = [...JSON.stringify(json).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(refs.length).toBeGreaterThan(100)
  const missing = refs.filter((path) => path.split('/').reduce((at, part) => at?.[part], json) === undefined)
  expect(missing).toEqual([])
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('vary')).toBe('accept-language, authorization')
  expect(JSON.stringify(json)).not.toMatch(/admin:admin|user:user|Admin123456/)
  const headers = { 'accept-language': 'en', 'if-none-match': response.headers.get('etag') ?? '' }
  const again = await api.request('/api/openapi.json', { headers })
  expect(again.status).toBe(304)
  checkCalls(api, json)
})

/** What the router serves, what the document lists and what docs/contract.md says are the same calls. */
function checkCalls(api: TestApi['api'], json: { paths: Record<string, Record<string, unknown>> }) {
  const routes = api.routes
    .filter(({ method, path }) => method !== 'ALL' && !isOfRuntimeResource(path))
    .map((route) => `${route.method} ${route.path.replaceAll(/:(\w+)(\{\.\+\})?/g, '{$1}')}`)
  const described = operations.map(operationName)
  expect(new Set(described).size, 'a call is described twice').toBe(described.length)
  expect([...new Set(routes)].sort()).toEqual([...described].sort())
  const listed = Object.entries(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual([...described].sort())
  const written = readFileSync('docs/contract.md', 'utf8').matchAll(/`((?:GET|POST|DELETE) \/[^\s`]*)`/g)
  // The health endpoints are not part of the contract. They answer before it; http.test.ts tests them.
  const names = new Set([...written].map(([, name]) => name).filter((name) => !/ \/(healthz|readyz)$/.test(name ?? '')))
  // `<key>` stands for the key of any resource.
  const general = (name: string) => name.replace(/(?<= \/adminApi\/)[a-z-]+/, '<key>')
  expect(described.filter((name) => !names.has(name) && !names.has(general(name)))).toEqual([])
  const served = new Set([...described, ...described.map(general)])
  expect([...names].filter((name = '') => !served.has(name))).toEqual([])
}

/** The path of an operation with its parameters filled in. */
function sample({ path }: Operation): string {
  return path.replace('{id}', '1')
}

test('real answers have the shape that is described', async () => {
  const { signIn, token } = await startApi()
  const [admin, member] = [await signIn(), await signIn('user')]
  const ids = await addOrganizations(admin)
  const fits = (name: string, data: unknown) => {
    const call = operations.find((one) => operationName(one) === name)
    if (!call) throw new Error(`no call ${name}`)
    expect(
      v.safeParse(call.answer, data).issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
      name,
    ).toBe(undefined)
  }
  const reads = [
    '/adminApi/user/info',
    '/adminApi/menu',
    '/api/site',
    '/admin/ajax/area',
    '/adminApi/organization/index',
    '/adminApi/organization/page',
  ]
  for (const path of reads) fits(`GET ${path}`, (await admin('GET', path)).data)
  for (const path of ['/api/user/info', '/api/menu']) fits(`GET ${path}`, (await member('GET', path)).data)
  for (const side of ['adminApi', 'api'] as const) {
    const caller = side === 'api' ? member : admin
    fits(`GET /${side}/session/index`, (await caller('GET', `/${side}/session/index`)).data)
  }
  const base = '/adminApi/organization'
  fits(`GET ${base}/index`, (await admin('GET', `${base}/index?tree=1`)).data)
  fits(`GET ${base}/edit`, (await admin('GET', `${base}/edit?id=${ids.S1}`)).data)
  fits(`GET ${base}/select`, (await admin('GET', `${base}/select?field=pid`)).data)
  fits(`POST ${base}/edit`, (await admin('POST', `${base}/edit`, { id: ids.S1, name: 'x' })).data)
  fits(`POST ${base}/sortable`, (await admin('POST', `${base}/sortable`, { id: ids.D1, targetId: ids.D2 })).data)
  fits(`POST ${base}/page`, (await admin('POST', `${base}/page`, { id: ids.S1, name: 'y' })).data)
  fits(`DELETE ${base}/page/{id}`, (await admin('DELETE', `${base}/page/${ids.S1}`)).data)
  fits(`DELETE ${base}/del`, (await admin('DELETE', `${base}/del?ids[]=${ids.S2}`)).data)
  const tokens = await token('admin', { username: 'admin', password: 'Admin123456' })
  fits('POST /auth/oauth/token', await tokens.json())
  fits('DELETE /auth/token/logout', (await admin('DELETE', '/auth/token/logout')).data)
})

test('a form is described as it is checked: required, lengths, patterns, choices, and titles in the language', async () => {
  const { json } = await document('zh')
  const { schema } = json.paths['/adminApi/organization/add'].post.requestBody.content['application/json']
  expect(schema).toMatchObject({
    required: ['code', 'name', 'type'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', title: '机构代码', minLength: 1, maxLength: 32, pattern: '^[\\w.-]+$' },
      type: { enum: ['province', 'bureau', 'district', 'school', 'campus', 'class'] },
      levelIds: { type: 'array', items: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER } },
    },
  })
  expect(json.paths['/adminApi/organization/add'].post).toMatchObject({
    'x-node': 'baseInfo/organization/add',
    security: [{ adminToken: [] }, { apiToken: [] }],
  })
  expect(json.paths['/auth/oauth/token'].post.security).toEqual([{ client: [] }, {}])
})

const garbage = [
  {},
  { id: 'x', ids: 'x', type: 1, path: 5, values: 1, unknown: [1], description: { fields: [{}] }, plan: {}, state: [] },
]

const queries = ['', '?id=x&page=x&values=x&accountId=x&unknown=1&ids[]=x']

test("whatever is wrong with a request, the answer is in the caller's language", async () => {
  const { api, signIn } = await startApi()
  const tokens = { admin: (await signIn()).tokens, user: (await signIn('user')).tokens }
  const english: string[] = []
  const keys = new Set<string>()
  let refused = 0
  for (const call of operations) {
    if (call.path.includes('logout')) continue
    const form = call.body?.type === 'application/x-www-form-urlencoded'
    // The calls of the kit are the same for each resource, so the resources take turns.
    const key = call.path.split('/')[2] ?? ''
    const isKit = call.path.startsWith('/adminApi/') && isRegistered(key)
    if (isKit) keys.add(key)
    for (const at of isKit ? [keys.size % 2] : [0, 1]) {
      const content = call.body && garbage[at]
      const query = queries[at] ?? ''
      const response = await api.request(sample(call) + query, {
        method: call.method.toUpperCase(),
        headers: {
          authorization: form
            ? `Basic ${btoa('admin:admin')}`
            : `Bearer ${tokens[call.security === 'user' ? 'user' : 'admin'].access_token}`,
          'accept-language': 'zh-CN',
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        body: content && (form ? 'grant_type=password&scope=server' : JSON.stringify(content)),
      })
      if (response.status < 400) {
        // A stream that nobody reads keeps its connection, and the end of the test waits for it.
        await response.body?.cancel()
        continue
      }
      refused += 1
      const { msg, data } = await response.json()
      const sentences = [msg, ...Object.values(data?.errors ?? {}).flat()]
      for (const one of sentences)
        if (!/\p{Script=Han}/u.test(String(one))) english.push(`${operationName(call)}${query}: ${one}`)
    }
  }
  expect(refused).toBeGreaterThan(200)
  expect(english).toEqual([])
})
