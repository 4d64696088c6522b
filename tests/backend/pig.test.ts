import { expect, test } from 'vitest'
import { pigEncrypt } from '#src/backend/pig/encrypt.server.ts'
import { startBackend } from '../support/backend.ts'
import { startPig } from '../support/pig-server.ts'

const KEY = 'thanks,pig4cloud'
const credentials = { username: 'admin', password: 'Pa55word!', keep: false }
const info = { method: 'GET', path: '/adminApi/user/info' } as const

async function start(options: Parameters<typeof startPig>[0] = {}, variables: Record<string, string> = {}) {
  const pig = await startPig(options)
  const backend = await startBackend({ BACKEND_URL: pig.url, BACKEND_KIND: 'pig', ...variables })
  const signedIn = async () => backend.session('admin', await backend.passwordGrant('admin', credentials))
  return { pig, ...backend, signedIn }
}

test.each([
  ['123456', 'YehdBPev'],
  ['admin', 'Mb4DWaw='],
  ['Pa55word!', 'ALtbBbX22P9x'],
])('a password is encrypted as the gateway decrypts it: %s', (plain, cipher) => {
  expect(pigEncrypt(KEY, plain)).toBe(cipher)
})

test('a person signs in, calls with Bearer whatever type was named, reads themselves and their menu, and signs out', async () => {
  const { pig, callApi, signedIn, passwordGrant, refusal, withLocale } = await start()
  const session = await signedIn()
  expect(session.tokens).toMatchObject({ token_type: 'bearer', expires_in: 43199 })
  expect(pig.seen[0]).toMatchObject({
    method: 'POST',
    url: '/auth/oauth/token?grant_type=password&scope=server',
    authorization: 'Basic cGlnOnBpZw==',
    body: 'username=admin&password=Pa55word%21',
  })
  await callApi(session, info)
  expect(pig.seen[1]?.authorization).toBe(`Bearer ${session.tokens.token}`)

  // The person: their fields, permissions as nodes, never the hash.
  const { data } = await callApi(session, info)
  expect(data).toMatchObject({
    userId: 1,
    username: 'admin',
    phone: '17034642999',
    deptId: 4,
    lockFlag: '0',
    password: null,
    super: false,
    authNode: { 'user-role/user': ['add', 'edit', 'index'], 'user-role/role': ['del', 'index'] },
  })
  expect(data).toHaveProperty('permissions', expect.arrayContaining(['dashboard', 'user-role/user/add', 'sys_log_del']))
  expect(JSON.stringify(data)).not.toMatch(/bcrypt|baseInfo/)

  // The menu in our shape, known paths by our names, below our own dashboard.
  const { data: menu } = await callApi(session, { method: 'GET', path: '/adminApi/menu' })
  // pig's menu contains organizations, but none of its endpoints could serve our organization page.
  expect(JSON.stringify(menu)).not.toContain('baseInfo')
  expect(menu).toMatchObject([
    { name: 'dashboard', type: 'menu', path: 'dashboard' },
    {
      id: 1000,
      pid: null,
      type: 'menu_dir',
      title: '权限管理',
      path: 'admin',
      children: [
        {
          id: 1100,
          pid: 1000,
          type: 'menu',
          title: '用户管理',
          name: 'user-role/user',
          path: 'user-role/user',
          keepalive: true,
          menu_type: 'tab',
          children: [{ id: 1101, type: 'button', name: 'user-role/user/add', menu_type: null }],
        },
      ],
    },
    { id: 2000, type: 'menu', name: 'report/index', path: 'report/index' },
  ])

  // Signing out succeeds with code 0, and writes without a message say "Operation successful".
  const answer = await withLocale('en', () => callApi(session, { method: 'DELETE', path: '/auth/token/logout' }))
  expect(answer).toEqual({ data: null, msg: 'Operation successful' })

  // A wrong password and a locked account: 426 with its sentence.
  const wrong = await refusal(passwordGrant('admin', { ...credentials, password: 'wrong' }))
  expect(wrong).toMatchObject({ code: 426, message: '用户名不存在或者密码错误' })
  const locked = await refusal(passwordGrant('admin', { ...credentials, username: 'locked' }))
  expect(locked).toMatchObject({ code: 426, message: '用户帐号已被锁定' })
})

test('with a key the password travels encrypted', async () => {
  const { pig, signedIn } = await start({ encodeKey: KEY }, { PIG_ENCODE_KEY: KEY })
  await signedIn()
  expect(pig.seen[0]?.body).toBe('username=admin&password=ALtbBbX22P9x')
})

test('424 is an expired token: one shared refresh for all, with the rotated token kept; a refused refresh signs out', async () => {
  const { pig, callApi, signedIn, findSession, refusal, db } = await start()
  const { id, tokens } = await signedIn()
  for (let round = 0; round < 2; round += 1) {
    pig.expireAccess()
    const live = await findSession(db, 'admin', id)
    const calls = Array.from({ length: 30 }, () => callApi({ id, side: 'admin', tokens: live?.tokens ?? tokens }, info))
    expect((await Promise.all(calls)).every(({ data }) => data !== null)).toBe(true)
  }
  const refreshes = pig.seen.filter(({ url }) => url.includes('refresh_token'))
  expect(refreshes).toHaveLength(2)
  expect(refreshes[0]).toMatchObject({ url: '/auth/oauth/token?grant_type=refresh_token' })
  expect(refreshes[0]?.body).toBe(`scope=server&refresh_token=${tokens.refresh_token}`)
  expect(await findSession(db, 'admin', id)).toBeDefined()

  // A refresh that is refused with 426.
  pig.expireAccess()
  pig.forgetRefresh()
  const { tokens: last = tokens } = (await findSession(db, 'admin', id)) ?? {}
  expect((await refusal(callApi({ id, side: 'admin', tokens: last }, info))).code).toBe(401)
  expect(await findSession(db, 'admin', id)).toBeUndefined()
})

test('captcha: its picture, its two refusals, and a sign-in with its result', async () => {
  const { pig, passwordGrant, refusal, signedIn } = await start({ captcha: true })
  const { newPigCaptcha } = await import('#src/backend/pig/captcha.server.ts')
  expect(await refusal(signedIn())).toMatchObject({ code: 428, message: '验证码不能为空' })
  const { randomStr = '', image } = (await newPigCaptcha()) ?? {}
  expect(image).toMatch(/^data:image\/jpeg;base64,.{20,}/)
  const wrong = passwordGrant('admin', { ...credentials, captcha: { randomStr, code: '1' } })
  expect(await refusal(wrong)).toMatchObject({ code: 428, message: '验证码不合法' })
  const { randomStr: next = '' } = (await newPigCaptcha()) ?? {}
  await passwordGrant('admin', { ...credentials, captcha: { randomStr: next, code: '42' } })
  expect(pig.seen.at(-1)?.url).toBe(`/auth/oauth/token?randomStr=${next}&code=42&grant_type=password&scope=server`)
})

test('a wrong client: 401 with a plain OAuth error', async () => {
  const { refusal, signedIn } = await start({}, { OAUTH_ADMIN_CLIENT: 'other:client' })
  expect(await refusal(signedIn())).toMatchObject({ code: 401, message: 'Bad client credentials' })
})

type Answer = [number, string | null, unknown, Record<string, string>?]

const troubles: [name: string, answer: Answer, code: number, message: string | undefined, refreshes: number][] = [
  ['authentication failure', [401, '认证失败', 'unauthorized', { 'www-authenticate': 'Bearer' }], 401, '认证失败', 1],
  ['token invalid at the auth server', [424, 'invalid', 'invalid_token'], 401, 'invalid', 1],
  ['token expired', [424, 'token expire', 'reason'], 401, 'token expire', 1],
  ['other failure of a resource server', [401, 'error', 'reason'], 401, 'error', 1],
  ['no permission', [403, '不允许访问', 'access_denied'], 403, '不允许访问', 0],
  ['wrong verb', [405, null, 'method_not_allowed'], 405, undefined, 0],
  ['anything else, with a message', [500, 'it broke', 'server_error'], 500, 'it broke', 0],
  ['anything else, without', [500, null, 'server_error'], 500, 'Server internal error!', 0],
  ['failure in an HTTP 200', [200, '获取当前用户信息失败', null], 400, '获取当前用户信息失败', 0],
  [
    'failure without a message',
    [200, null, null],
    400,
    'Abnormal problem, please contact the website administrator!',
    0,
  ],
]

test('the error table, each kind of trouble with its code, its sentence and its refreshes', async () => {
  const { pig, callApi, signedIn, refusal, withLocale } = await start()
  for (const [name, answer, code, message, refreshes] of troubles) {
    pig.troubles.clear()
    const session = await signedIn()
    const seen = pig.seen.length
    pig.troubles.set('/admin/user/info', answer)
    const error = await withLocale('en', () => refusal(callApi(session, info)))
    expect(error.code, name).toBe(code)
    if (message !== undefined) expect(error.message, name).toBe(message)
    expect(
      pig.seen.slice(seen).filter(({ url }) => url.includes('refresh_token')),
      name,
    ).toHaveLength(refreshes)
  }
})

test('page-style CRUD: list, row, add, edit, delete', async () => {
  const { pig, callApi, signedIn, refusal } = await start()
  const session = await signedIn()
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, query = '', body?: unknown) =>
    callApi(session, { method, path: `/adminApi/user/${path}`, query: new URLSearchParams(query), body })
  expect((await call('GET', 'index', 'page=2&limit=2')).data).toEqual({
    list: [{ id: 3, userId: 3, username: 'user3', lockFlag: '0' }],
    total: 3,
    labels: {},
  })
  const search = 'search[0][field]=username&search[0][operator]=eq&search[0][val]=user2'
  expect((await call('GET', 'page', search)).data).toMatchObject({ list: [{ id: 2 }], total: 1 })
  expect((await call('GET', 'edit', 'id=2')).data).toMatchObject({ row: { id: 2, username: 'user2' } })
  await call('POST', 'add', '', { username: 'new' })
  expect(pig.rows.get(4)).toMatchObject({ username: 'new' })
  await call('POST', 'edit', '', { id: 4, username: 'newer' })
  await call('POST', 'page', '', { id: 3, username: 'third' })
  expect([...pig.rows.values()].map(({ username }) => username)).toEqual(['user1', 'user2', 'third', 'newer'])
  // All requested ids are deleted, not only the first.
  expect((await call('DELETE', 'del', 'ids[]=1&ids[]=4')).data).toEqual({ count: 2 })
  await call('DELETE', 'page/2')
  expect([...pig.rows.keys()]).toEqual([3])
  for (const query of [
    'quickSearch=x',
    'filter=%7B%7D',
    'search[0][field]=a&search[0][operator]=LIKE&search[0][val]=b',
  ]) {
    expect((await refusal(call('GET', 'index', query))).code).toBe(501)
  }
})

test('what such a back end lacks answers 501; the site is answered here', async () => {
  const { pig, callApi, callPublic, session, signedIn, refusal, withLocale } = await start()
  const admin = await signedIn()
  const member = await session('user', admin.tokens)
  const asked = pig.seen.length
  for (const path of ['/adminApi/organization/index', '/adminApi/user/select', '/adminApi/other']) {
    const error = await withLocale('en', () => refusal(callApi(admin, { method: 'GET', path })))
    expect([error.code, error.message]).toEqual([501, 'Service not implemented!'])
  }
  expect((await refusal(callApi(member, { method: 'GET', path: '/api/user/info' }))).code).toBe(501)
  expect((await callPublic({ method: 'GET', path: '/api/site' })).data).toHaveProperty('siteName')
  expect(pig.seen).toHaveLength(asked)
})
