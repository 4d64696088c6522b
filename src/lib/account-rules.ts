import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

// Messages are functions, so that each request is answered in its own language.

/** 3 to 15 characters, letter first, then letters, digits and underscores (specification 5). */
export const account = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(/^[a-zA-Z]\w{2,14}$/, () => m.rule_account()),
)

/** 6 to 32 characters without & < > " ' (specification 5). */
export const password = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.regex(/^[^&<>"']{6,32}$/u, () => m.rule_password()),
)
