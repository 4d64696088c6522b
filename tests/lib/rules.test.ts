import * as v from 'valibot'
import { expect, test } from 'vitest'
import { account, password, textRules } from '#src/lib/rules.ts'

const ok = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

test.each(['abc', 'Abc_9', 'a'.repeat(15)])('an account is accepted: %s', (value) =>
  expect(ok(account, value)).toBe(true),
)
test.each(['', 'ab', '1abc', '_abc', 'a b', 'abc-', '中文名', 'a'.repeat(16)])('an account is refused: %s', (value) =>
  expect(ok(account, value)).toBe(false),
)
test.each(['123456', '密码密码密码', ' '.repeat(6), 'a'.repeat(32)])('a password is accepted: %s', (value) =>
  expect(ok(password, value)).toBe(true),
)
test.each(['', '12345', 'a'.repeat(33), ...[...`&<>"'`].map((sign) => `12345${sign}`)])(
  'a password is refused: %s',
  (value) => expect(ok(password, value)).toBe(false),
)

test.each([
  ['mobile', ['13800138000', '19912345678'], ['12800138000', '1380013800', '+8613800138000']],
  [
    'phone',
    ['13800138000', '0755-12345678', '010 62345678', '62345678', '400-800-1234', '0755-86541234-801'],
    ['12', 'abc', '1234'],
  ],
  ['email', ['a@b.cn', 'first.last@school.edu.cn'], ['a@b', '@b.cn', 'a b@c.cn']],
  ['url', ['https://example.org', 'http://x/y?z'], ['example.org', 'javascript:1', 'https://']],
  ['code', ['A-1', '44.03_x'], ['a b', '中', '']],
] as const)('the rule %s', (rule, good, bad) => {
  for (const value of good) expect(textRules[rule].pattern.test(value), value).toBe(true)
  for (const value of bad) expect(textRules[rule].pattern.test(value), value).toBe(false)
})
