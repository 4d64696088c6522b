import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'

/** The form by which people activate their account. */
export const activationForm = v.pipe(
  v.object({
    username: accountRule,
    code: v.pipe(
      v.string(),
      v.nonEmpty(() => m.rule_required()),
      v.maxLength(100, () => m.rule_maxLength({ max: 100 })),
    ),
    password: passwordRule,
    repeat: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeat']],
      ({ password, repeat }) => password === repeat,
      () => m.password_differs(),
    ),
    ['repeat'],
  ),
)
