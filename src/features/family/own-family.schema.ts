import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

/** A code as it is typed. */
export const familyCodeRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => m.rule_required()),
  v.maxLength(100, () => m.rule_maxLength({ max: 100 })),
)

/** The form with the code. */
export const familyCodeForm = v.object({ code: familyCodeRule })
