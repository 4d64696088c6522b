import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { localized, numberSetting, switchSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkForbidden } from './value-checks.ts'

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
  captcha: setting({
    schema: v.optional(v.picklist(['after-failures', 'always']), 'after-failures'),
    group: 'signIn',
    title: m.config_captcha,
    tip: m.config_captchaTip,
    field: {
      type: 'select',
      look: 'radio',
      required: true,
      options: [
        { value: 'after-failures', label: m.config_captchaAfter },
        { value: 'always', label: m.config_captchaAlways },
      ],
    },
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
  registration: setting({
    schema: switchSetting(false),
    group: 'member',
    title: m.config_registration,
    tip: m.config_registrationTip,
    field: { type: 'switch' },
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
}
