import * as v from 'valibot'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { memberNameRule } from '#src/lib/member-name.ts'

test.each(['member', 'A_1', 'a@b.c', ' Member@School.test ', '13800138000', '+86 138-0013-8000', '(86) 13800138000'])(
  '%s may be what a member signs in with',
  (name) => expect(v.is(memberNameRule, name)).toBe(true),
)

test.each(['no name', 'ab', '1abc', '@', 'a@b@c', '12', `${'a'.repeat(99)}@b`])('%s may not', (name) => {
  const { issues } = v.safeParse(memberNameRule, name)
  expect(issues?.[0]?.message).toBe(m.rule_signInName())
})
