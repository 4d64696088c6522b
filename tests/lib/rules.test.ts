import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'
import { isIdNumber } from '#src/lib/id-number.ts'
import { textRules } from '#src/lib/rules.ts'

const ok = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

test.each(['abc', 'Abc_9', 'a'.repeat(15)])('an account is accepted: %s', (value) =>
  expect(ok(accountRule, value)).toBe(true),
)
test.each(['', 'ab', '1abc', '_abc', 'a b', 'abc-', '中文名', 'a'.repeat(16)])('an account is refused: %s', (value) =>
  expect(ok(accountRule, value)).toBe(false),
)
test.each(['123456', '密码密码密码', ' '.repeat(6), 'a'.repeat(32)])('a password is accepted: %s', (value) =>
  expect(ok(passwordRule, value)).toBe(true),
)
test.each(['', '12345', 'a'.repeat(33), ...[...`&<>"'`].map((sign) => `12345${sign}`)])(
  'a password is refused: %s',
  (value) => expect(ok(passwordRule, value)).toBe(false),
)

test.each([
  ['mobile', ['13800138000', '19912345678'], ['12800138000', '1380013800', '+8613800138000']],
  [
    'phone',
    ['13800138000', '0755-12345678', '010 62345678', '62345678', '400-800-1234', '0755-86541234-801'],
    ['12', 'abc', '1234'],
  ],
  ['email', ['a@b.cn', 'first.last@school.edu.cn'], ['a@b', '@b.cn', 'a b@c.cn']],
  [
    'name',
    ['李娜', '买买提·艾力', "Anne-Marie O'Neil", '欧阳', 'Martin Luther King Jr.'],
    ['', '李4', ' 李', '<b>', '-'],
  ],
  [
    'url',
    ['https://example.org', 'HTTP://x/y?z', 'ftp://x', 'mailto:a@b.cn', 'tel:110'],
    ['example.org', 'javascript:1', 'https://', 'data:text/html,1', '/path'],
  ],
  ['account', ['abc', 'Abc_9'], ['ab', '1abc', 'a b', 'a'.repeat(16)]],
  ['code', ['A-1', '44.03_x'], ['a b', '中', '']],
] as const)('the rule %s', (rule, good, bad) => {
  for (const value of good) expect(textRules[rule].pattern.test(value), value).toBe(true)
  for (const value of bad) expect(textRules[rule].pattern.test(value), value).toBe(false)
})

test.each(['11010519491231002X', '11010519491231002x', '440524188001010014', '130503670401001'])(
  'an ID number is accepted: %s',
  (value) => expect(isIdNumber(value)).toBe(true),
)
test.each([
  '110105194912310021',
  '11010519490231002X',
  '130503671301001',
  '1101051949123100',
  '',
  '01010519491231002X',
])('an ID number is refused: %s', (value) => expect(isIdNumber(value)).toBe(false))
