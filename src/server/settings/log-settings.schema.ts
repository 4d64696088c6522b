import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { numberSetting, sealedSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkAddress, checkMails } from './value-checks.ts'

/** How long the admin log is kept, and who gets its newest seal. */
export const logSettings = {
  /** For how many whole months the admin log is kept; 0 keeps it for ever. */
  adminLogMonths: setting({
    schema: numberSetting(0, 0, 1200),
    group: 'log',
    title: m.config_adminLogMonths,
    tip: m.config_adminLogMonthsTip,
    field: { type: 'integer', min: 0, max: 1200, required: true },
  }),
  sealSend: setting({
    schema: v.optional(v.picklist(['off', 'daily', 'weekly']), 'off'),
    group: 'log',
    title: m.config_sealSend,
    tip: m.config_sealSendTip,
    field: {
      type: 'select',
      look: 'radio',
      required: true,
      options: [
        { value: 'off', label: m.config_sealSendOff },
        { value: 'daily', label: m.config_sealSendDaily },
        { value: 'weekly', label: m.config_sealSendWeekly },
      ],
    },
  }),
  /** E-mail addresses, one a line. */
  sealMails: setting({
    schema: textSetting(),
    group: 'log',
    title: m.config_sealMails,
    tip: m.config_sealMailsTip,
    field: { type: 'text', multiline: true, max: 2000, wide: true },
    check: checkMails,
  }),
  sealUrl: setting({
    schema: textSetting(),
    group: 'log',
    title: m.config_sealUrl,
    tip: m.config_sealUrlTip,
    field: { type: 'text', max: 1000, wide: true },
    check: (value) => (value.startsWith('/') ? m.config_addressWrong() : checkAddress(value)),
  }),
  sealSecret: setting({
    schema: sealedSetting,
    group: 'log',
    title: m.config_sealSecret,
    tip: m.config_sealSecretTip,
    field: { type: 'password', any: true },
  }),
}
