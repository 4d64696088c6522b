import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Label } from '#src/resource/description.ts'
import { numberSetting, sealedSetting, switchSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkGateway } from './value-checks.ts'

// The variables are no part of the messages, in which braces have a meaning of their own.
const gatewayTip: Label = (_inputs, options) =>
  m.config_smsUrlTip({ names: '{mobile}, {text}, {code}, {template}, {secret}' }, options)
const secretTip: Label = (_inputs, options) => m.config_smsSecretTip({ name: '{secret}' }, options)

/** How e-mails and text messages leave, and whether there are announcements. */
export const messageSettings = {
  /** Switched as a part of the product, not on the screen of the configuration. */
  announcements: setting({ schema: switchSetting(true), group: 'mail' }),
  /** How e-mails leave: not at all, by SMTP, or into the directory `outbox` of DATA_DIR for trying. */
  mailMode: setting({
    schema: v.optional(v.picklist(['off', 'smtp', 'file']), 'off'),
    group: 'mail',
    title: m.config_mailMode,
    tip: m.config_mailModeTip,
    field: {
      type: 'select',
      required: true,
      options: [
        { value: 'off', label: m.config_modeOff },
        { value: 'smtp', label: m.config_modeSmtp },
        { value: 'file', label: m.config_modeFile },
      ],
    },
  }),
  smtpHost: setting({
    schema: textSetting(),
    group: 'mail',
    title: m.config_smtpHost,
    tip: m.config_smtpHostTip,
    field: { type: 'text', max: 253 },
    check: (value) => (/^[^\s/:@]*$|^[\da-f:]+$/i.test(value) ? undefined : m.config_hostWrong()),
  }),
  smtpPort: setting({
    schema: numberSetting(465, 1, 65_535),
    group: 'mail',
    title: m.config_smtpPort,
    field: { type: 'integer', min: 1, max: 65_535, required: true },
  }),
  /** `tls` from the start (usually port 465), `starttls` after the greeting (587), `none` only in a trusted network. */
  smtpSecurity: setting({
    schema: v.optional(v.picklist(['tls', 'starttls', 'none']), 'tls'),
    group: 'mail',
    title: m.config_smtpSecurity,
    field: {
      type: 'select',
      required: true,
      options: [
        { value: 'tls', label: m.config_securityTls },
        { value: 'starttls', label: m.config_securityStarttls },
        { value: 'none', label: m.config_securityNone },
      ],
    },
  }),
  smtpUser: setting({
    schema: textSetting(),
    group: 'mail',
    title: m.config_smtpUser,
    tip: m.config_smtpUserTip,
    field: { type: 'text', max: 200 },
  }),
  smtpPassword: setting({
    schema: sealedSetting,
    group: 'mail',
    title: m.config_smtpPassword,
    tip: m.config_smtpPasswordTip,
    field: { type: 'password', any: true },
  }),
  /** The address and the name that e-mails come from. */
  mailSender: setting({
    schema: textSetting(),
    group: 'mail',
    title: m.config_mailSender,
    field: { type: 'text', max: 200, rule: 'email' },
  }),
  mailSenderName: setting({
    schema: textSetting(),
    group: 'mail',
    title: m.config_mailSenderName,
    field: { type: 'text', max: 100 },
  }),
  /** How text messages leave: not at all, through an HTTP gateway, or into the directory `outbox` of DATA_DIR. */
  smsMode: setting({
    schema: v.optional(v.picklist(['off', 'http', 'file']), 'off'),
    group: 'sms',
    title: m.config_smsMode,
    field: {
      type: 'select',
      required: true,
      options: [
        { value: 'off', label: m.config_modeOff },
        { value: 'http', label: m.config_modeHttp },
        { value: 'file', label: m.config_modeFile },
      ],
    },
  }),
  /** The gateway. Address, headers and body may name `{mobile}`, `{text}`, `{code}`, `{template}` and `{secret}`. */
  smsUrl: setting({
    schema: textSetting(),
    group: 'sms',
    title: m.config_smsUrl,
    tip: gatewayTip,
    field: { type: 'text', max: 1000, wide: true },
    check: checkGateway,
  }),
  smsMethod: setting({
    schema: v.optional(v.picklist(['POST', 'GET']), 'POST'),
    group: 'sms',
    title: m.config_smsMethod,
    field: {
      type: 'select',
      look: 'radio',
      required: true,
      options: [
        { value: 'POST', label: { 'zh-cn': 'POST', en: 'POST' } },
        { value: 'GET', label: { 'zh-cn': 'GET', en: 'GET' } },
      ],
    },
  }),
  smsHeaders: setting({
    schema: v.optional(v.array(v.strictObject({ key: v.string(), value: v.string() })), []),
    group: 'sms',
    title: m.config_smsHeaders,
    tip: m.config_smsHeadersTip,
    field: { type: 'pairs', maxItems: 20, keyLabel: m.config_headerName, valueLabel: m.config_headerValue },
    check: (pairs) => {
      const wrong = pairs.find(({ key, value }) => !/^[!#$%&'*+.^`|~\w-]+$/.test(key) || /[\r\n]/.test(value))
      return wrong && m.config_headerWrong({ name: wrong.key })
    },
  }),
  smsBody: setting({
    schema: textSetting(),
    group: 'sms',
    title: m.config_smsBody,
    tip: m.config_smsBodyTip,
    field: { type: 'text', multiline: true, max: 10_000, wide: true },
  }),
  /** The answer of the gateway is a success when it has this text or, as `path=value`, this value in its JSON. */
  smsSuccess: setting({
    schema: textSetting(),
    group: 'sms',
    title: m.config_smsSuccess,
    tip: m.config_smsSuccessTip,
    field: { type: 'text', max: 300 },
  }),
  smsSecret: setting({
    schema: sealedSetting,
    group: 'sms',
    title: m.config_smsSecret,
    tip: secretTip,
    field: { type: 'password', any: true },
  }),
  /** Attempts to send in a minute, of all processes together. */
  outboxPerMinute: setting({
    schema: numberSetting(120, 1, 100_000),
    group: 'mail',
    title: m.config_outboxPerMinute,
    field: { type: 'integer', min: 1, max: 100_000, required: true },
  }),
}
