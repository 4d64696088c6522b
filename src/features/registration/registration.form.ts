import * as v from 'valibot'
import { sentCode } from '#src/features/auth/own-account.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'
import { email, mobile } from './registration.schema.ts'

const byMail = { channel: v.literal('mail'), address: email }
const bySms = { channel: v.literal('sms'), address: mobile }
const proven = { code: sentCode, password: passwordRule }

// Unions, because the entry of every page would get the code of `variant`.

/** The form for a forgotten password. */
export const retrievalForm = v.union([v.object({ ...byMail, ...proven }), v.object({ ...bySms, ...proven })])

/** The form for registering. @param texts what `agreed` is once the box for the legal texts of the day is checked */
export function registrationForm(texts: string) {
  const agreed = v.pipe(
    v.string(),
    v.check(
      (given) => given === texts,
      () => m.register_mustAgree(),
    ),
  )
  const named = { username: accountRule, agreed }
  return v.union([v.object({ ...byMail, ...proven, ...named }), v.object({ ...bySms, ...proven, ...named })])
}
