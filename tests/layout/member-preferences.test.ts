import { expect, test } from 'vitest'
import { readMemberCookie } from '#src/layout/member/member-preferences.ts'

const usual = { showAside: true, folded: [] }

test('the cookie says what was chosen', () => {
  expect(readMemberCookie('a=b; ys_member=0.3.17')).toEqual({ showAside: false, folded: [3, 17] })
  expect(readMemberCookie('ys_member=1')).toEqual(usual)
})

test.each(['', 'ys_member=', 'ys_member=2', 'ys_member=1.x', 'ys_member=1.<script>', `ys_member=1.${'9'.repeat(40)}`])(
  'what nobody has chosen counts as nothing: %s',
  (header) => {
    expect(readMemberCookie(header)).toEqual(usual)
  },
)

test('no more groups than a cookie should carry', () => {
  expect(readMemberCookie(`ys_member=1${'.5'.repeat(400)}`).folded).toHaveLength(50)
})
