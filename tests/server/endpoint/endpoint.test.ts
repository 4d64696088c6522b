import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { idempotency } from '#src/db/session.table.server.ts'
import { id } from '#src/lib/number-rules.ts'
import { type Endpoint, endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { mountEndpoints } from '#src/server/endpoint/mount-endpoints.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { startApi } from '../../support/api.ts'
import { addOfficer } from '../../support/officer.ts'

const summary = () => 'A call'
const common = { tag: 'site', summary, security: 'admin' } as const
const answer = v.strictObject({ id: v.number() })

/** Starts the API with further endpoints, and signs a super administrator in. */
async function start(...endpoints: Endpoint[]) {
  const made = await startApi({}, [(api) => mountEndpoints(api, endpoints)])
  return { ...made, call: await made.signIn() }
}

const greeted = endpoint({
  ...common,
  method: 'post',
  path: '/adminApi/tried/{id}',
  node: 'baseInfo/subject/edit',
  segments: v.object({ id }),
  query: v.strictObject({ 'ids[]': v.array(id), page: v.optional(id, 1) }),
  body: v.strictObject({ name: v.string(), more: v.optional(v.strictObject({ count: v.number() })) }),
  answer: v.strictObject({ id: v.number(), ids: v.array(v.number()), page: v.number(), by: v.string() }),
  run: async ({ segments, query, actor }) => ({
    id: segments.id,
    ids: query['ids[]'],
    page: query.page,
    by: actor.username,
  }),
  msg: ({ page }, { body }) => `${body.name} ${page}`,
})

test('what a request says arrives in its types; the message may tell of the answer and the request', async () => {
  const { call } = await start(greeted)
  const path = '/adminApi/tried/7?ids[]=1&ids[]=2&page=3'
  expect(await call('POST', path, { name: 'Anna' })).toMatchObject({
    code: 200,
    data: { id: 7, ids: [1, 2], page: 3, by: 'admin' },
    msg: 'Anna 3',
  })
  expect(await call('POST', '/adminApi/tried/7?ids=4,5', { name: 'Anna' })).toMatchObject({ data: { ids: [4, 5] } })
})

test('a request is checked from the outside in: sign-in, node, path, query, body', async () => {
  const made = await start(greeted)
  const bad = '/adminApi/tried/x?page=x&ids[]=y&strange=1'
  expect((await made.api.request(bad, { method: 'POST' })).status).toBe(401)
  const member = await made.signIn('user')
  expect(await member('POST', bad, {})).toMatchObject({ code: 401 })
  await addOfficer(made, { username: 'reader', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const reader = await made.signIn('admin', 'reader')
  expect(await reader('POST', bad, {})).toMatchObject({ code: 403 })
  const whole = 'Please enter a whole number'
  expect(await made.call('POST', bad, {})).toMatchObject({ code: 400, data: { errors: { id: [whole] } } })
  const { code, data } = await made.call('POST', bad.replace('/x?', '/1?'), {})
  expect({ code, data }).toEqual({
    code: 400,
    data: { errors: { ids: [whole], page: [whole], strange: ['Unknown field: strange'] } },
  })
  expect(await made.call('POST', '/adminApi/tried/1', { more: { count: 'x' } })).toMatchObject({
    code: 422,
    data: { errors: { name: ['Required'], 'more.count': ['This is not in the expected format'] } },
  })
})

test('a call for super administrators refuses all others before it reads', async () => {
  const made = await start(
    endpoint({ ...common, super: true, method: 'post', path: '/adminApi/tried/all', body: answer, answer, run }),
  )
  await addOfficer(made, { username: 'officer', nodes: ['baseInfo/subject/edit'], scope: 'all' })
  const officer = await made.signIn('admin', 'officer')
  expect(await officer('POST', '/adminApi/tried/all', { id: 'x' })).toMatchObject({ code: 403 })
  expect(await made.call('POST', '/adminApi/tried/all', { id: 1 })).toMatchObject({ code: 200 })
})

const run = async () => ({ id: 1 })

test.each([
  ['either', 'admin', 200],
  ['either', 'user', 200],
  ['either', undefined, 401],
  ['anyone', 'user', 200],
  ['anyone', undefined, 200],
  ['user', 'admin', 401],
  ['none', undefined, 200],
] as const)('a call of %s answers a caller of %s with %s', async (security, side, status) => {
  const made = await start(
    endpoint({ ...common, security, method: 'get', path: '/api/tried', answer: v.nullable(v.string()), run: who }),
  )
  const said = side
    ? await (await made.signIn(side))('GET', '/api/tried')
    : await (await made.api.request('/api/tried')).json()
  expect(said.code).toBe(status)
  if (status === 200) expect(said.data).toBe(side ?? null)
})

const who = async ({ actor }: { actor: { side: string } | undefined }) => actor?.side ?? null

/** A write that adds an organization, and counts how often it ran and was committed. */
function writing(counts: { ran: number; committed: number }) {
  return endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/tried/write',
    body: v.strictObject({ code: v.string() }),
    answer,
    write: 'save',
    unique: () => ({ organization_code_key: { field: 'code', label: 'Code' } }),
    run: async ({ tx, body, changeSetId }) => {
      counts.ran += 1
      await tx.insert(organization).values({ code: body.code, name: 'A', type: 'school', path: '', sortKey: body.code })
      return { id: changeSetId }
    },
    msg: (_data, { body }) => `added ${body.code}`,
    committed: () => {
      counts.committed += 1
    },
  })
}

test('a write is one recorded transaction, runs once for its key, and explains what the database refuses', async () => {
  const counts = { ran: 0, committed: 0 }
  const { call, db } = await start(writing(counts))
  const path = '/adminApi/tried/write'
  const key = { 'idempotency-key': 'one-form-1' }
  const first = await call('POST', path, { code: 'T1' }, key)
  expect(first).toMatchObject({ code: 200, msg: 'added T1' })
  expect(await call('POST', path, { code: 'T1' }, key)).toMatchObject({ data: first.data, msg: 'added T1' })
  expect(counts).toEqual({ ran: 1, committed: 2 })
  const { rows } = await db.execute(
    sql`select kind, actor_name from change_set where id = ${(first.data as { id: number }).id}`,
  )
  expect(rows).toMatchObject([{ kind: 'save', actor_name: 'admin' }])
  expect(await call('POST', path, { code: 'T2' }, key)).toMatchObject({ code: 422 })
  expect(await call('POST', path, { code: 'T1' })).toMatchObject({
    code: 409,
    data: { reason: 'duplicate', errors: { code: [expect.stringContaining('Code')] } },
  })
  expect(counts).toEqual({ ran: 2, committed: 2 })
})

test('a repeat after an upgrade gets the answer that the earlier release has kept', async () => {
  const { call, db } = await start(writing({ ran: 0, committed: 0 }))
  const key = { 'idempotency-key': 'one-form-2' }
  await call('POST', '/adminApi/tried/write', { code: 'T3' }, key)
  const own = sql`${idempotency.key} like '%one-form-2'`
  await db
    .update(idempotency)
    .set({ answer: { id: 5 } })
    .where(own)
  expect(await call('POST', '/adminApi/tried/write', { code: 'T3' }, key)).toMatchObject({
    data: { id: 5 },
    msg: 'added T3',
  })
})

test('a call that answers by itself sends its own response, and its refusals have the envelope', async () => {
  const { call, api } = await start(
    endpoint({
      ...common,
      security: 'none',
      method: 'get',
      path: '/api/tried/file',
      query: v.object({ gone: v.optional(v.string()) }),
      answer: v.string(),
      bare: 'application/octet-stream',
      errors: [404],
      run: async ({ c, query }) => {
        if (query.gone) throw new AppError(404)
        return c.body('content', 200, { 'content-type': 'application/octet-stream' })
      },
    }),
  )
  const response = await api.request('/api/tried/file')
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(await response.text()).toBe('content')
  expect(await call('GET', '/api/tried/file?gone=1')).toMatchObject({ code: 404, data: null })
})

test('the tests fail for an answer that is not described', async () => {
  const { call } = await start(
    endpoint({
      ...common,
      method: 'get',
      path: '/adminApi/tried/odd',
      answer,
      run: async () => ({ id: 1, odd: true }),
    }),
  )
  expect(await call('GET', '/adminApi/tried/odd')).toMatchObject({ code: 500 })
})

test('the tests fail for a refusal that is not described', async () => {
  const { call } = await start(
    endpoint({
      ...common,
      method: 'get',
      path: '/adminApi/tried/refusal',
      answer,
      run: async () => {
        throw new AppError(404)
      },
    }),
  )
  expect(await call('GET', '/adminApi/tried/refusal')).toMatchObject({ code: 500 })
})

test('the description of a call follows from its definition', () => {
  expect(greeted.operation).toMatchObject({
    method: 'post',
    path: '/adminApi/tried/{id}',
    node: 'baseInfo/subject/edit',
    segments: { id },
    body: { type: 'application/json' },
  })
  expect(greeted.operation.idempotent).toBeUndefined()
  expect(writing({ ran: 0, committed: 0 }).operation.idempotent).toBe(true)
})

test('a misspelt key in what several calls have in common is named, before a call is open to everybody', () => {
  const shared = { ...common, ndoe: 'baseInfo/subject/edit' } as const
  const made = () =>
    endpoint({ ...shared, method: 'get', path: '/adminApi/tried/open', answer, run: async () => ({ id: 1 }) })
  expect(made).toThrow('/adminApi/tried/open: a call has no ndoe')
})
