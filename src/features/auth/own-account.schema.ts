import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { locales } from '#src/i18n/paraglide/runtime.js'
import { passwordRule } from '#src/lib/account-rules.ts'
import { isDay } from '#src/lib/calendar.ts'
import { messageChannels } from '#src/lib/message-kinds.ts'
import { id, integer } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'
import { timeFormats } from '#src/lib/time-format.ts'

/** The name that an account is shown with. No character may turn or break the line that it stands in. */
export const nicknameRule = v.pipe(
  text({ required: true, max: 32 }),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, () => m.rule_name()),
)

/** The current password. It may be older than the rule for passwords, so it only has to be there. */
export const currentPassword = v.pipe(
  v.string(() => m.rule_required()),
  v.nonEmpty(() => m.rule_required()),
  v.maxLength(100, () => m.rule_maxLength({ max: 100 })),
)

/** A line that users write about themselves. */
export const signatureRule = v.pipe(
  text({ max: 120 }),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, () => m.rule_oneLine()),
)

/** What users change of their own account. A signature that is left out stays. */
export const ownProfile = v.strictObject({
  version: v.optional(id),
  nickname: nicknameRule,
  signature: v.optional(signatureRule),
})

/** What members write about themselves, in one line or several. */
export const mottoRule = v.pipe(
  v.string(() => m.rule_type()),
  v.transform((value) => value.replaceAll(/\r\n?/g, '\n')),
  text({ max: 120 }),
  v.regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\n)*$/u, () => m.rule_type()),
)

/** A day of birth as `2008-09-01`: one that has been, somewhere on earth. */
export const birthdayRule = v.pipe(
  v.string(() => m.rule_type()),
  v.check(isDay, () => m.rule_date()),
  v.check(
    (day) => day >= '1900-01-01' && day <= latestDay(),
    () => m.profile_birthdayWrong(),
  ),
)

const HOURS_AHEAD = 14

function latestDay(): string {
  return new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10)
}

/** What members change of their own account. What is left out stays. */
export const ownMemberProfile = v.strictObject({
  version: v.optional(id),
  nickname: nicknameRule,
  signature: v.optional(mottoRule),
  gender: v.optional(integer(0, 2)),
  birthday: v.optional(v.nullable(birthdayRule)),
})

/** How users want the product to be. What is left out stays, and an empty text is no choice. */
export const ownPreferences = v.strictObject({
  language: v.optional(v.picklist(['', ...locales])),
  timeFormat: v.optional(v.picklist(['', ...timeFormats])),
})

export type OwnPreferences = v.InferOutput<typeof ownPreferences>

/** The own picture: the address of an uploaded file, or an empty text for none. */
export const ownAvatar = v.strictObject({ avatar: v.pipe(v.string(), v.trim(), v.maxLength(500)) })

/** The code that was sent to an address. */
export const sentCode = v.pipe(
  v.string(() => m.rule_required()),
  // Messages show a code in groups, and a Chinese keyboard may write wide digits.
  v.transform((value) => value.normalize('NFKC').replaceAll(/\s/g, '')),
  v.nonEmpty(() => m.rule_required()),
  v.regex(/^\d{6}$/, () => m.code_wrong()),
)

/** What the call for proving the present address has answered. */
const addressProof = v.optional(v.pipe(v.string(), v.maxLength(100)))

/** That the present address of a kind is still the user's. */
export const presentAddress = v.strictObject({
  channel: v.picklist(messageChannels),
  password: v.optional(currentPassword),
  code: sentCode,
})

/** A new e-mail address, or mobile number, of the own account. An account without a password proves itself instead. */
export const ownEmail = v.strictObject({
  password: v.optional(currentPassword),
  proof: addressProof,
  email: text({ required: true, max: 100, rule: 'email' }),
  code: sentCode,
})
export const ownMobile = v.strictObject({
  password: v.optional(currentPassword),
  proof: addressProof,
  mobile: text({ required: true, max: 30, rule: 'mobile' }),
  code: sentCode,
})

/** A new password for the own account. Its first one needs a fresh proof in place of the current one. */
export const ownPassword = v.pipe(
  v.strictObject({
    oldPassword: v.optional(currentPassword),
    newPassword: passwordRule,
    /** End this sign-in too. */
    leave: v.optional(v.boolean()),
  }),
  v.forward(
    v.check(
      ({ oldPassword, newPassword }) => oldPassword !== newPassword,
      () => m.password_same(),
    ),
    ['newPassword'],
  ),
)

type Repeated = { oldPassword: string; newPassword: string; repeat: string }

const repeated = v.forward(
  v.partialCheck<Repeated, [['newPassword'], ['repeat']], Pick<Repeated, 'newPassword' | 'repeat'>, () => string>(
    [['newPassword'], ['repeat']],
    ({ newPassword, repeat }) => newPassword === repeat,
    () => m.password_differs(),
  ),
  ['repeat'],
)

/** The first password with the repetition, which only the form asks for. */
export const firstPasswordForm = v.pipe(
  v.object({ oldPassword: v.string(), newPassword: passwordRule, repeat: v.string() }),
  repeated,
)

/** A new password with the current one and the repetition. */
export const passwordForm = v.pipe(
  v.object({ ...firstPasswordForm.entries, oldPassword: currentPassword }),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['newPassword']],
      ({ oldPassword, newPassword }) => oldPassword !== newPassword,
      () => m.password_same(),
    ),
    ['newPassword'],
  ),
  repeated,
)
