import * as v from 'valibot'
import { sentCode } from '#src/features/auth/own-account.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'
import { id } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'

export const email = text({ required: true, max: 100, rule: 'email' })
export const mobile = text({ required: true, max: 30, rule: 'mobile' })

/** The address at which a code has arrived: one of the two. */
const reached = { email: v.optional(email), mobile: v.optional(mobile), code: sentCode }

type Reached = { email?: string | undefined; mobile?: string | undefined }

const isOne = ({ email, mobile }: Reached) => (email === undefined) !== (mobile === undefined)

/** What a visitor registers with. `agreed`: the versions of the legal texts that the visitor has agreed to. */
export const registration = v.pipe(
  v.strictObject({
    username: accountRule,
    password: passwordRule,
    ...reached,
    agreed: v.optional(v.pipe(v.array(id), v.maxLength(10)), []),
    keep: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      (given) => isOne(given),
      () => m.rule_required(),
    ),
    ['email'],
  ),
)

export type Registration = v.InferOutput<typeof registration>

/** What somebody sets a forgotten password with. */
export const retrieval = v.pipe(
  v.strictObject({ ...reached, password: passwordRule }),
  v.forward(
    v.check(
      (given) => isOne(given),
      () => m.rule_required(),
    ),
    ['email'],
  ),
)

export type Retrieval = v.InferOutput<typeof retrieval>

/** The way and the address of a request that names one. */
export function reachedAt({ email, mobile }: Reached) {
  return email === undefined
    ? ({ channel: 'sms', address: mobile ?? '', field: 'mobile' } as const)
    : ({ channel: 'mail', address: email, field: 'email' } as const)
}
