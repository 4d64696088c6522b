import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountPattern } from './account-pattern.ts'

// Messages are functions, so that each request is answered in its own language.

/** The name of an account. */
export const accountRule = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(accountPattern, () => m.rule_account()),
)

/** 6 to 32 characters without & < > " ' (specification 5). */
export const passwordRule = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(/^[^&<>"']{6,32}$/u, () => m.rule_password()),
)
