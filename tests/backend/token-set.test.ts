import { expect, test } from 'vitest'
import { readTokenAnswer } from '#src/backend/token-set.ts'

const before = { token: 'old', refresh_token: 'refresh', expires_in: 900, token_type: 'Bearer' }

test('OAuth fields are read, with "bear" when the answer names no type', () => {
  expect(readTokenAnswer({ access_token: 'a', refresh_token: 'r', expires_in: 60 })).toEqual({
    token: 'a',
    refresh_token: 'r',
    expires_in: 60,
    token_type: 'bear',
  })
})

test('data.type with data.token brings a new access token only', () => {
  expect(readTokenAnswer({ code: 200, data: { type: 'admin-refresh', token: 'new' } }, before)).toEqual({
    ...before,
    token: 'new',
  })
  expect(readTokenAnswer({ data: { type: 'user-refresh', token: 'new' } }, before)?.token).toBe('new')
})

test.each([{}, null, 'text', { access_token: '' }, { data: { type: 'other', token: 'x' } }])(
  'any other answer is none: %j',
  (answer) => {
    expect(readTokenAnswer(answer, before)).toBeUndefined()
  },
)
