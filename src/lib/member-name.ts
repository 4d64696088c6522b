import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

// In a file of its own, because the login page of the back office does without it.

/** What a member signs in with: a user name, an e-mail address, or a mobile number in any spelling. */
const pattern = /^([a-zA-Z]\w{2,14}|\s*[^\s@]+@[^\s@]+\s*|[\s+(]*\d[\d\s()-]{4,24})$/

/** Validates what a member signs in with. */
export const memberNameRule = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.maxLength(100, () => m.rule_signInName()),
  v.regex(pattern, () => m.rule_signInName()),
)
