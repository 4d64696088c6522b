import { expect, test } from 'vitest'
import { anyWidth, fullWidth, halfWidth } from '#src/lib/any-width.ts'

test('letters, digits and signs have two widths, and keep their number', () => {
  expect(halfWidth('ＷＬ１２（市）！～　Ä')).toBe('WL12(市)!~ Ä')
  expect(fullWidth('WL12(市)!~Ä')).toBe('ＷＬ１２（市）！～Ä')
})

test.each(['a.b', '(市)', '[x]', 'a\\b', '1+1', '^$', '{2}', 'Ａ-Z', '*', '|', '?'])(
  '%s finds itself in either width',
  (text) => {
    const pattern = new RegExp(`^${anyWidth(text)}$`, 'i')
    expect(pattern.test(fullWidth(text))).toBe(true)
    expect(pattern.test(halfWidth(text).toLowerCase())).toBe(true)
    expect(pattern.test('xyz')).toBe(false)
  },
)
