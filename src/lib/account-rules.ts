import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountPattern } from './account-pattern.ts'

// Messages are functions, so that each request is answered in its own language.

/** Validates an account's username. */
export const accountRule = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(accountPattern, () => m.rule_account()),
)

/** Validates a password: 6 to 32 characters without & < > " '. */
export const passwordRule = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(/^[^&<>"']{6,32}$/u, () => m.rule_password()),
)
