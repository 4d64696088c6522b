import * as v from 'valibot'
import { expect, test } from 'vitest'
import { plainPhone } from '#src/lib/phone-number.ts'
import { text } from '#src/lib/rules.ts'

test.each([
  '13800138000',
  '138 0013 8000',
  '138-0013-8000',
  '+86 13800138000',
  '+86-138-0013-8000',
  '0086 138 0013 8000',
  '86 13800138000',
  '(+86) 138 0013 8000',
  '１３８００１３８０００',
  '\u00a0138\u00a00013\u00a08000 ',
])('one mobile number, however it is written: %s', (spelling) => {
  expect(plainPhone(spelling, 'mobile')).toBe('13800138000')
  for (const rule of ['mobile', 'phone'] as const)
    expect(v.parse(text({ required: true, max: 11, rule }), spelling)).toBe('13800138000')
})

test.each(['', '1380013800', '12800138000', '+1 202 555 0100', '138001380000', '0755-12345678', '1'.repeat(300)])(
  'no mobile number: %s',
  (given) => expect(plainPhone(given, 'mobile')).toBeUndefined(),
)

test('what is no number stays as it was typed, for the message at its field', () => {
  const parsed = v.safeParse(text({ rule: 'mobile' }), ' 138 0013 ')
  expect(parsed).toMatchObject({ success: false, output: '138 0013' })
  expect(v.parse(text({ rule: 'mobile' }), '')).toBe('')
  expect(v.parse(text({ rule: 'phone' }), '(0755) 8654 1234 转 801')).toBe('0755-86541234转801')
})
