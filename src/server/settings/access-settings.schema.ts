import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { localized, numberSetting, switchSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkForbidden } from './value-checks.ts'

const captchaPolicy = v.optional(v.picklist(['off', 'after-failures', 'always']), 'after-failures')
const captchaField = {
  type: 'select',
  look: 'radio',
  required: true,
  options: [
    { value: 'after-failures', label: m.config_captchaAfter },
    { value: 'always', label: m.config_captchaAlways },
    { value: 'off', label: m.config_captchaOff },
  ],
} as const

/** Who may come in, and how. */
export const accessSettings = {
  /** Addresses that get no answer but 403, one a line. `IGNORE_FORBIDDEN_ADDRESSES=true` is the way back in. */
  forbiddenAddresses: setting({
    schema: textSetting(),
    group: 'access',
    title: m.config_forbiddenAddresses,
    tip: m.config_forbiddenAddressesTip,
    field: { type: 'text', multiline: true, max: 20_000, wide: true },
    check: checkForbidden,
  }),
  /** Of the back office. */
  captcha: setting({
    schema: captchaPolicy,
    group: 'signIn',
    title: m.config_captcha,
    tip: m.config_captchaTip,
    field: captchaField,
  }),
  memberCaptcha: setting({
    schema: captchaPolicy,
    group: 'signIn',
    title: m.config_memberCaptcha,
    tip: m.config_captchaTip,
    field: captchaField,
  }),
  /** Failures of an account in one network after which the captcha is required. */
  captchaAfter: setting({
    schema: numberSetting(3, 1, 50),
    group: 'signIn',
    title: m.config_captchaAfterFailures,
    tip: m.config_captchaAfterTip,
    field: { type: 'integer', min: 1, max: 50, required: true },
  }),
  /** How long a captcha that nobody has used is valid. */
  captchaSeconds: setting({
    schema: numberSetting(600, 60, 3600),
    group: 'signIn',
    title: m.config_captchaSeconds,
    field: { type: 'number', decimals: 2, min: 1, max: 60, required: true },
    scale: 60,
  }),
  /** Failures after which an account has to wait before it is tried again from the same network. */
  signInTries: setting({
    schema: numberSetting(6, 3, 100),
    group: 'signIn',
    title: m.config_signInTries,
    tip: m.config_signInTriesTip,
    field: { type: 'integer', min: 3, max: 100, required: true },
  }),
  memberSignInTries: setting({
    schema: numberSetting(6, 3, 100),
    group: 'signIn',
    title: m.config_memberSignInTries,
    tip: m.config_signInTriesTip,
    field: { type: 'integer', min: 3, max: 100, required: true },
  }),
  /** The first wait, which doubles with each further failure, and the longest. */
  signInWait: setting({
    schema: numberSetting(30, 5, 3600),
    group: 'signIn',
    title: m.config_signInWait,
    tip: m.config_signInWaitTip,
    field: { type: 'integer', min: 5, max: 3600, required: true },
  }),
  signInMaxWait: setting({
    schema: numberSetting(900, 60, 86_400),
    group: 'signIn',
    title: m.config_signInMaxWait,
    field: { type: 'number', decimals: 2, min: 1, max: 1440, required: true },
    scale: 60,
  }),
  /** The life of a sign-in without use, in seconds. */
  signInSeconds: setting({
    schema: numberSetting(86_400, 60, 31_536_000),
    group: 'signIn',
    title: m.config_signInSeconds,
    tip: m.config_signInSecondsTip,
    field: { type: 'number', decimals: 2, min: 0.02, max: 8760, required: true },
    scale: 3600,
    env: { name: 'REFRESH_TOKEN_SECONDS', read: (env) => env.REFRESH_TOKEN_SECONDS },
  }),
  /** The same of a sign-in that the browser is to keep. */
  signInKeepSeconds: setting({
    schema: numberSetting(2_592_000, 60, 315_360_000),
    group: 'signIn',
    title: m.config_signInKeepSeconds,
    tip: m.config_signInKeepSecondsTip,
    field: { type: 'number', decimals: 2, min: 0.01, max: 3650, required: true },
    scale: 86_400,
    env: { name: 'REFRESH_TOKEN_KEEP_SECONDS', read: (env) => env.REFRESH_TOKEN_KEEP_SECONDS },
  }),
  /** What a password needs beyond the rule that the product fixes. */
  passwordMinLength: setting({
    schema: numberSetting(6, 6, 32),
    group: 'password',
    title: m.config_passwordMinLength,
    tip: m.config_passwordMinLengthTip,
    field: { type: 'integer', min: 6, max: 32, required: true },
  }),
  passwordNoCommon: setting({
    schema: switchSetting(true),
    group: 'password',
    title: m.config_passwordNoCommon,
    tip: m.config_passwordNoCommonTip,
    field: { type: 'switch' },
  }),
  passwordMinScore: setting({
    schema: v.optional(v.picklist(['0', '1', '2', '3', '4']), '0'),
    group: 'password',
    title: m.config_passwordMinScore,
    tip: m.config_passwordMinScoreTip,
    field: {
      type: 'select',
      required: true,
      options: [
        { value: '0', label: m.config_passwordAnyScore },
        { value: '1', label: m.config_passwordScore1 },
        { value: '2', label: m.strength_fair },
        { value: '3', label: m.strength_good },
        { value: '4', label: m.strength_strong },
      ],
    },
  }),
  passwordNoReuse: setting({
    schema: numberSetting(0, 0, 24),
    group: 'password',
    title: m.config_passwordNoReuse,
    tip: m.config_passwordNoReuseTip,
    field: { type: 'integer', min: 0, max: 24, required: true },
  }),
  /** Days after which a password has to be changed. 0: never. */
  passwordDays: setting({
    schema: numberSetting(0, 0, 3650),
    group: 'password',
    title: m.config_passwordDays,
    tip: m.config_passwordDaysTip,
    field: { type: 'integer', min: 0, max: 3650, required: true },
  }),
  memberPasswordDays: setting({
    schema: numberSetting(0, 0, 3650),
    group: 'password',
    title: m.config_memberPasswordDays,
    tip: m.config_passwordDaysTip,
    field: { type: 'integer', min: 0, max: 3650, required: true },
  }),
  registration: setting({
    schema: switchSetting(false),
    group: 'member',
    title: m.config_registration,
    tip: m.config_registrationTip,
    field: { type: 'switch' },
    public: true,
  }),
  /** What visitors read while nobody can register. */
  registrationSentence: setting({
    schema: localized({ 'zh-cn': '目前不开放注册。', en: 'Registration is closed for now.' }),
    group: 'member',
    title: m.config_registrationSentence,
    tip: m.config_registrationSentenceTip,
    field: { type: 'text', multiline: true, max: 500, wide: true, required: true },
    perLanguage: true,
    public: true,
  }),
  centerOpen: setting({
    schema: switchSetting(true),
    group: 'member',
    title: m.config_centerOpen,
    tip: m.config_centerOpenTip,
    field: { type: 'switch' },
    public: true,
  }),
  /** What a closed member center says. */
  centerSentence: setting({
    schema: localized({
      'zh-cn': '会员中心暂时关闭，请稍后再来。',
      en: 'The member center is closed for now. Please come back later.',
    }),
    group: 'member',
    title: m.config_centerSentence,
    tip: m.config_centerSentenceTip,
    field: { type: 'text', multiline: true, max: 500, wide: true, required: true },
    perLanguage: true,
    public: true,
  }),
  /** Days between the request of a member to close the account and its end. 0: the next round closes it. */
  closingDays: setting({
    schema: numberSetting(15, 0, 90),
    group: 'member',
    title: m.config_closingDays,
    tip: m.config_closingDaysTip,
    field: { type: 'integer', min: 0, max: 90, required: true },
  }),
  /** Whether a balance may fall below zero. The trigger of the ledger reads both settings as they are stored. */
  negativeMoney: setting({
    schema: switchSetting(false),
    group: 'member',
    title: m.config_negativeMoney,
    tip: m.config_negativeMoneyTip,
    field: { type: 'switch' },
  }),
  negativeScore: setting({
    schema: switchSetting(false),
    group: 'member',
    title: m.config_negativeScore,
    tip: m.config_negativeScoreTip,
    field: { type: 'switch' },
  }),
}
