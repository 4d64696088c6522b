import { redirect } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { answerError } from '#src/backend/answer-error.ts'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureHelp, failureText } from '#src/backend/failure-text.ts'
import { withLocale } from '#src/i18n/locale.server.ts'

afterEach(() => void vi.unstubAllGlobals())

const number = '0b9c1d52-70e1-4f5c-9c52-3f4a1f0f5d11'
const failed = (code: number, message: string, requestId = number) =>
  Object.assign(new BackendError(code, message), { requestId })

test('a server that fails: its message, that nothing is lost, and the number to quote', () => {
  const error = failed(500, 'Server internal error!')
  expect(withLocale('en', () => failureText(error))).toBe(
    `Server internal error! Nothing is lost; you can try again.\nNumber ${number}`,
  )
  const chinese = failed(502, '网关错误！')
  expect(withLocale('zh-cn', () => failureText(chinese))).toBe(`网关错误！内容没有丢失，可以重试。\n编号 ${number}`)
  const late = failed(408, 'Request timed out!')
  expect(withLocale('en', () => failureText(late))).toContain(`\nNumber ${number}`)
})

test('a server that is not reached has no number', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(withLocale('en', () => failureText(new TypeError('Failed to fetch')))).toBe(
    'You are disconnected! Nothing is lost; you can try again.',
  )
  expect(withLocale('en', () => failureText(failed(502, 'Gateway error!', '')))).toBe(
    'Gateway error! Nothing is lost; you can try again.',
  )
})

test('only a number that is there is to be told', () => {
  const help = (requestId: string) => withLocale('en', () => failureHelp(failed(502, 'Gateway error!', requestId)))
  expect(help(number)).toContain('this number')
  expect(help('')).not.toContain('number')
})

test.each([400, 403, 404, 409, 422, 429, 501])('a refusal says itself what to do: %i', (code) => {
  const error = failed(code, 'Said so')
  expect([failureText(error), failureHelp(error)]).toEqual(['Said so', ''])
})

test('a redirect is no failure of the server', () => {
  expect(withLocale('en', () => failureText(redirect({ to: '/' })))).toBe('Interface redirected!')
})

test('an answer that no server function made has the number of its header', async () => {
  const answer = new Response('<html>', { status: 503, headers: { 'x-request-id': number } })
  expect(await answerError(answer)).toMatchObject({ code: 503, requestId: number })
})
