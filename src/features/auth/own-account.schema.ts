import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { passwordRule } from '#src/lib/account-rules.ts'
import { id } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'

/** The name that an account is shown with. No character may turn or break the line that it stands in. */
export const nicknameRule = v.pipe(
  text({ required: true, max: 32 }),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, () => m.rule_name()),
)

/** The current password. It may be older than the rule for passwords, so it only has to be there. */
const currentPassword = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.maxLength(100, () => m.rule_maxLength({ max: 100 })),
)

/** What users change of their own account. */
export const ownProfile = v.strictObject({ version: v.optional(id), nickname: nicknameRule })

/** A new password for the own account. */
export const ownPassword = v.pipe(
  v.strictObject({ oldPassword: currentPassword, newPassword: passwordRule }),
  v.forward(
    v.check(
      ({ oldPassword, newPassword }) => oldPassword !== newPassword,
      () => m.password_same(),
    ),
    ['newPassword'],
  ),
)

/** The same with the repetition, which only the form asks for. */
export const passwordForm = v.pipe(
  v.object({ oldPassword: currentPassword, newPassword: passwordRule, repeat: v.string() }),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['newPassword']],
      ({ oldPassword, newPassword }) => oldPassword !== newPassword,
      () => m.password_same(),
    ),
    ['newPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['repeat']],
      ({ newPassword, repeat }) => newPassword === repeat,
      () => m.password_differs(),
    ),
    ['repeat'],
  ),
)
