import { redirect } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { answerError } from '#src/backend/answer-error.ts'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureReason } from '#src/backend/failure-text.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { someTokens, startBackend } from '../support/backend.ts'
import { stubContract } from '../support/stub-contract.ts'

// The complete catalogue of error messages, in both languages.

const OTHER = ['Abnormal problem, please contact the website administrator!', '异常问题，请联系网站管理员！'] as const

const statuses: [number, string, string][] = [
  [302, 'Interface redirected!', '接口重定向了！'],
  [400, 'Incorrect parameter!', '参数不正确！'],
  [403, 'You do not have permission to operate!', '您没有权限操作！'],
  [404, 'Error requesting address: /api/x', '请求地址出错：/api/x'],
  [408, 'Request timed out!', '请求超时！'],
  [409, 'The same data already exists in the system!', '系统已存在相同数据！'],
  [500, 'Server internal error!', '服务器内部错误！'],
  [501, 'Service not implemented!', '服务未实现！'],
  [502, 'Gateway error!', '网关错误！'],
  [503, 'Service unavailable!', '服务不可用！'],
  [504, 'The service is temporarily unavailable Please try again later!', '服务暂时无法访问，请稍后再试！'],
  [505, 'HTTP version is not supported!', 'HTTP 版本不受支持！'],
  [418, ...OTHER],
  [507, ...OTHER],
]

const languages = [
  ['en', 1],
  ['zh-cn', 2],
] as const

afterEach(() => vi.unstubAllGlobals())

test('every status without a message speaks by the catalogue, as an envelope and as a page of a gateway', async () => {
  let answer: Response = new Response()
  const contract = await stubContract(() => answer)
  const { callPublic, refusal, withLocale: speaking } = await startBackend({ BACKEND_URL: contract.url })
  for (const row of statuses) {
    for (const [language, column] of languages) {
      for (const envelope of [true, false]) {
        const [status] = row
        const body = envelope ? JSON.stringify({ code: status, msg: '', data: null }) : '<html>'
        answer = new Response(body, { status: status === 302 && envelope ? 200 : status })
        const error = await speaking(language, () => refusal(callPublic({ method: 'GET', path: '/api/x' })))
        expect([error.code, error.message], `${status} ${language}`).toEqual([status, row[column]])
      }
    }
  }
})

test("a message of the server's wins over the catalogue", async () => {
  const contract = await stubContract(() => ({ status: 500, body: { code: 500, msg: 'The disk is full', data: null } }))
  const { callPublic, refusal } = await startBackend({ BACKEND_URL: contract.url })
  expect((await refusal(callPublic({ method: 'GET', path: '/api/x' }))).message).toBe('The disk is full')
})

test('a 401 speaks only when refreshing did not help', async () => {
  const contract = await stubContract(({ path }) =>
    path === '/auth/oauth/token'
      ? { body: { access_token: 'new' } }
      : { status: 401, body: { code: 401, msg: '', data: null } },
  )
  const { callApi, session, refusal, withLocale: speaking } = await startBackend({ BACKEND_URL: contract.url })
  const admin = await session('admin', someTokens)
  const call = { method: 'GET', path: '/adminApi/x' } as const
  expect((await speaking('en', () => refusal(callApi(admin, call)))).message).toBe(statuses[2]?.[1])
  expect((await speaking('zh-cn', () => refusal(callApi(admin, call)))).message).toBe(statuses[2]?.[2])
})

test('nobody answers: "Server exception!", and "Network request timeout!" when it takes five minutes', async () => {
  const contract = await stubContract(() => new Promise<Response>(() => undefined))
  const { callPublic, refusal, withLocale: speaking } = await startBackend({ BACKEND_URL: contract.url })
  const call = { method: 'GET', path: '/api/x' } as const
  const timers: (() => void)[] = []
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => {
    if (ms === 5 * 60 * 1000) timers.push(work)
    return 0
  })
  for (const [language, text] of [
    ['en', 'Network request timeout!'],
    ['zh-cn', '网络请求超时！'],
  ] as const) {
    const refused = speaking(language, () => refusal(callPublic(call)))
    timers.pop()?.()
    expect(await refused).toMatchObject({ code: 408, message: text })
  }
  vi.unstubAllGlobals()
  const nobody = await startBackend({ BACKEND_URL: 'http://127.0.0.1:9' })
  const english = await nobody.withLocale('en', () => nobody.refusal(nobody.callPublic(call)))
  expect([english.code, english.message]).toEqual([503, 'Server exception!'])
  const chinese = await nobody.withLocale('zh-cn', () => nobody.refusal(nobody.callPublic(call)))
  expect(chinese.message).toBe('服务器异常！')
})

test.each([
  ['online', true, new TypeError('Failed to fetch'), 'Server exception!', '服务器异常！'],
  ['offline', false, new TypeError('Failed to fetch'), 'You are disconnected!', '您断网了！'],
  ['too late', true, new DOMException('', 'TimeoutError'), 'Network request timeout!', '网络请求超时！'],
  ['a refusal', true, new BackendError(409, 'Said so'), 'Said so', 'Said so'],
  ['sent elsewhere', true, redirect({ to: '/' }), 'Interface redirected!', '接口重定向了！'],
])('the browser says of a failure: %s', (_name, onLine, error, english, chinese) => {
  vi.stubGlobal('navigator', { onLine })
  expect(withLocale('en', () => failureReason(error))).toBe(english)
  expect(withLocale('zh-cn', () => failureReason(error))).toBe(chinese)
})

test('an answer of a gateway before our server speaks by the catalogue too', async () => {
  for (const row of statuses.filter(([status]) => status >= 400)) {
    for (const [language, column] of languages) {
      const answer = new Response('<html>', { status: row[0], headers: { 'content-type': 'text/html' } })
      Object.defineProperty(answer, 'url', { value: 'https://yardstick.example/api/x' })
      expect((await withLocale(language, () => answerError(answer)))?.message).toBe(row[column])
    }
  }
  const own = new Response('{}', { status: 500, headers: { 'x-tss-serialized': 'true' } })
  expect(await answerError(own)).toBeUndefined()
})

test('a cancelled duplicate and a success without words', () => {
  expect(m.error_duplicateRequest({}, { locale: 'en' })).toBe('automatic cancellation due to duplicate request')
  expect(m.error_duplicateRequest({}, { locale: 'zh-cn' })).toBe('因为请求重复被自动取消')
  expect(m.success_operation({}, { locale: 'en' })).toBe('Operation successful')
})
