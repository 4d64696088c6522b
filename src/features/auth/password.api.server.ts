import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { passwordAdvice, passwordPolicy, policyText } from '#src/server/access/password-policy.server.ts'
import { addressOf } from '#src/server/address.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { takeUse } from '#src/server/throttle/limited-use.server.ts'
import { throttleKey } from '#src/server/throttle/throttle.server.ts'

/** Passwords that one address may have judged. A whole school may share an address. */
const LIMIT = { most: 300, seconds: 300 }

const common = { tag: 'session', expired: true } as const

/** What a new password needs, and how good one is. What is sent is neither stored nor logged. */
export const passwordEndpoints = {
  policy: endpoint({
    ...common,
    method: 'get',
    path: '/api/password/policy',
    summary: m.call_passwordPolicy,
    security: 'none',
    answer: v.strictObject({ rules: v.array(v.string()), minLength: v.number() }),
    run: async ({ db }) => {
      const policy = await passwordPolicy(db)
      return { rules: policyText(policy), minLength: policy.minLength }
    },
  }),
  check: endpoint({
    ...common,
    method: 'post',
    path: '/api/password/check',
    summary: m.call_passwordCheck,
    security: 'anyone',
    body: v.strictObject({
      password: v.pipe(v.string(), v.maxLength(100)),
      /** What the owner of the password is called. By default the names of the caller's account. */
      names: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(8))),
    }),
    answer: v.strictObject({ score: v.picklist([0, 1, 2, 3, 4]), errors: v.array(v.string()) }),
    errors: [429],
    run: async ({ c, db, actor, body: { password, names } }) => {
      const key = throttleKey('password-check', addressOf(c.get('address')))
      await db.transaction((tx) => takeUse(tx, [{ key, ...LIMIT }]))
      return passwordAdvice(db, password, names ? { names } : { id: actor?.id })
    },
  }),
}
