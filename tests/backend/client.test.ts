import { expect, onTestFinished, test } from 'vitest'
import { someTokens, startBackend } from '../support/backend.ts'
import { expired, isToken, ok, stubContract } from '../support/stub-contract.ts'

const get = { method: 'GET', path: '/adminApi/x/index' } as const

test('a call carries language, server flag, and type and token of its side', async () => {
  const contract = await stubContract(() => ok({ a: 1 }))
  const { callApi, session, withLocale } = await startBackend({ BACKEND_URL: contract.url })
  const admin = await session('admin', someTokens)
  const user = await session('user', { ...someTokens, token: 'u', token_type: 'Bearer' })
  const query = new URLSearchParams({ a: '1 2' })
  expect(await withLocale('en', () => callApi(admin, { ...get, query }))).toEqual({ data: { a: 1 }, msg: '' })
  await withLocale('zh-cn', () =>
    callApi(user, { ...get, path: '/api/x', method: 'POST', body: { b: 2 }, idempotencyKey: 'k1' }),
  )
  const [first, second] = contract.seen
  expect(first?.url).toBe('/adminApi/x/index?a=1+2')
  expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
    'accept-language': 'en',
    server: 'true',
    authorization: 'bear old',
    accept: 'application/json',
  })
  expect(first?.headers.has('batoken')).toBe(false)
  expect(Object.fromEntries(second?.headers ?? [])).toMatchObject({
    'accept-language': 'zh-cn',
    authorization: 'Bearer u',
    'content-type': 'application/json',
    'idempotency-key': 'k1',
  })
  expect(second?.body).toBe('{"b":2}')
})

test('a back end below a path keeps it', async () => {
  const contract = await stubContract(() => ok(1))
  const { callPublic } = await startBackend({ BACKEND_URL: `${contract.url}/gateway/` })
  await callPublic({ method: 'GET', path: '/api/site' })
  expect(contract.seen[0]?.url).toBe('/gateway/api/site')
})

test('signing in sends the fixed Basic header and no token, and the specified query and form', async () => {
  const contract = await stubContract(() => ({ body: { access_token: 'a', refresh_token: 'r', expires_in: 9 } }))
  const { passwordGrant } = await startBackend({ BACKEND_URL: contract.url })
  const tokens = await passwordGrant('user', { username: 'member', password: 'p&p', keep: false })
  expect(tokens).toEqual({ token: 'a', refresh_token: 'r', expires_in: 9, token_type: 'bear' })
  const [seen] = contract.seen
  expect(seen?.method).toBe('POST')
  expect(seen?.url).toBe('/auth/oauth/token?grant_type=password&scope=server')
  expect(seen?.headers.get('authorization')).toBe(`Basic ${btoa('user:user')}`)
  expect(seen?.body).toBe('username=member&password=p%26p')
})

test('a refused token is refreshed and the call replayed once with it, whatever the shape of the new token', async () => {
  let answer: object = {}
  const contract = await stubContract((seen) =>
    isToken(seen) ? { body: answer } : seen.headers.get('authorization') === 'bear old' ? expired : ok('done'),
  )
  const { callApi, session, findSession, db } = await startBackend({ BACKEND_URL: contract.url })
  const shapes = [
    [{ access_token: 'new', refresh_token: 'r2', expires_in: 60, token_type: 'Bearer' }, 'Bearer new', 'r2'],
    [{ code: 200, data: { type: 'admin-refresh', token: 'new' } }, 'bear new', 'r1'],
  ] as const
  for (const [shape, authorization, next] of shapes) {
    answer = shape
    const admin = await session('admin', someTokens)
    contract.seen.length = 0
    expect((await callApi(admin, { ...get, method: 'POST', body: {}, idempotencyKey: 'key-1' })).data).toBe('done')
    const [first, refresh, replay] = contract.seen
    expect(contract.seen).toHaveLength(3)
    expect(refresh?.url).toBe('/auth/oauth/token?grant_type=refresh_token')
    expect(refresh?.body).toBe('scope=server&refresh_token=r1')
    expect(refresh?.headers.get('authorization')).toBe(`Basic ${btoa('admin:admin')}`)
    expect(replay?.headers.get('authorization')).toBe(authorization)
    expect(replay?.headers.get('batoken')).toBe('new')
    expect(replay?.headers.has('ba-user-token')).toBe(false)
    expect(replay?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
    expect((await findSession(db, 'admin', admin.id))?.tokens.refresh_token).toBe(next)
  }
})

test('the replay of a member carries ba-user-token; an envelope 401 in an HTTP 200 is an expired token too', async () => {
  const contract = await stubContract((seen) =>
    isToken(seen)
      ? { body: { access_token: 'new' } }
      : seen.headers.get('authorization') === 'bear old'
        ? { body: { code: 401, msg: '', data: null } }
        : ok('done'),
  )
  const { callApi, session } = await startBackend({ BACKEND_URL: contract.url })
  await callApi(await session('user', someTokens), get)
  expect(contract.seen[2]?.headers.get('ba-user-token')).toBe('new')
  expect(contract.seen[2]?.headers.has('batoken')).toBe(false)
})

test('thirty refused requests share one refresh, and one that leaves does not take it along', async () => {
  const refreshed = Promise.withResolvers<void>()
  const contract = await stubContract(async (seen) => {
    if (!isToken(seen)) return seen.headers.get('authorization') === 'bear old' ? expired : ok('done')
    await refreshed.promise
    return { body: { access_token: 'new', refresh_token: 'r2' } }
  })
  const { callApi, session } = await startBackend({ BACKEND_URL: contract.url })
  const { id } = await session('admin', someTokens)
  const leaving = new AbortController()
  // The very first call starts the refresh and is aborted in the middle of it.
  const first = callApi({ id, side: 'admin', tokens: someTokens }, { ...get, signal: leaving.signal })
  const others = Array.from({ length: 29 }, () => callApi({ id, side: 'admin', tokens: someTokens }, get))
  // Every call was refused (30 requests), and the one refresh is under way.
  await expect.poll(() => contract.seen).toHaveLength(31)
  leaving.abort()
  await expect(first).rejects.toThrow(/abort/i)
  refreshed.resolve()
  const answers = await Promise.all(others)
  expect(answers.every(({ data }) => data === 'done')).toBe(true)
  expect(contract.seen.filter(isToken)).toHaveLength(1)
})

test('a refresh that is refused ends the session; one that fails does not', async () => {
  let status = 503
  const contract = await stubContract((seen) =>
    isToken(seen)
      ? { status, body: { error: 'invalid_grant', error_description: 'over', code: status, msg: 'over' } }
      : expired,
  )
  const { callApi, session, findSession, refusal, db } = await startBackend({ BACKEND_URL: contract.url })
  const admin = await session('admin', someTokens)
  for (status of [503, 429, 404]) {
    expect((await refusal(callApi(admin, get))).code).toBe(status)
    expect(await findSession(db, 'admin', admin.id)).toBeDefined()
  }
  status = 400
  const error = await refusal(callApi(admin, get))
  expect(error).toMatchObject({ code: 401, message: '登录已过期，请重新登录' })
  expect(await findSession(db, 'admin', admin.id)).toBeUndefined()
})

test('a replay that is refused again is not sent a third time', async () => {
  const contract = await stubContract((seen) => (isToken(seen) ? { body: { access_token: 'new' } } : expired))
  const { callApi, session, refusal } = await startBackend({ BACKEND_URL: contract.url })
  expect((await refusal(callApi(await session('admin', someTokens), get))).code).toBe(401)
  expect(contract.seen).toHaveLength(3)
})

test('code 302 clears the session and leads on, within the site only', async () => {
  let data: unknown
  const contract = await stubContract(() => ({ body: { code: 302, msg: 'Complete your profile', data } }))
  const { callApi, session, findSession, db, BackendRedirect } = await startBackend({ BACKEND_URL: contract.url })
  const targets: [name: string, given: unknown, to: object][] = [
    ['a route name', 'baseInfo/organization', { path: '/admin/baseInfo/organization', query: {} }],
    ['a path with a query', '/admin/dashboard?a=1', { path: '/admin/dashboard', query: { a: '1' } }],
    ['an object', { routePath: '', routeName: 'dashboard' }, { path: '/admin/dashboard', query: {} }],
    ['another site', 'https://evil.example/x', { path: '/admin/login', query: {} }],
    ['another site without a scheme', '//evil.example', { path: '/admin/login', query: {} }],
    ['a script', 'javascript:alert(1)', { path: '/admin/login', query: {} }],
    ['a backslash', '/\\evil.example', { path: '/admin/login', query: {} }],
    ['nothing', null, { path: '/admin/login', query: {} }],
  ]
  for (const [name, given, to] of targets) {
    data = given
    const admin = await session('admin', someTokens)
    const error = await callApi(admin, get).catch((reason: unknown) => reason)
    expect(error, name).toBeInstanceOf(BackendRedirect)
    expect(error, name).toMatchObject({ side: 'admin', to, words: 'Complete your profile' })
    expect(await findSession(db, 'admin', admin.id), name).toBeUndefined()
  }
})

test('a code other than 200 is an error with its message; writes without a message say "Operation successful"', async () => {
  const contract = await stubContract(({ method }) =>
    method === 'GET' ? { body: { code: 0, msg: 'said so', data: { errors: { a: ['x'] } } } } : ok(null),
  )
  const { callPublic, refusal, withLocale } = await startBackend({ BACKEND_URL: contract.url })
  const error = await refusal(callPublic(get))
  expect([error.code, error.message, error.fieldErrors]).toEqual([0, 'said so', { a: ['x'] }])
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await withLocale('en', () => callPublic({ ...get, method }))).msg).toBe('Operation successful')
    expect((await withLocale('zh-cn', () => callPublic({ ...get, method }))).msg).toBe('操作成功')
  }
})

test("the browser's request going away ends the call, at the back end too", async () => {
  const answered = Promise.withResolvers<void>()
  onTestFinished(() => answered.resolve())
  const contract = await stubContract(() => answered.promise.then(() => ok(1)))
  const { callPublic, withRequestFacts } = await startBackend({ BACKEND_URL: contract.url })
  const browser = new AbortController()
  const facts = { address: '', userAgent: 'Browser/1', requestId: 'a-request-id', nonce: '', signal: browser.signal }
  const call = withRequestFacts(facts, () => callPublic(get))
  await expect.poll(() => contract.seen).toHaveLength(1)
  expect(contract.seen[0]?.headers.get('user-agent')).toBe('Browser/1')
  browser.abort()
  await expect(call).rejects.toThrow(/abort/i)
  await expect.poll(() => contract.seen[0]?.gone.aborted).toBe(true)
})
