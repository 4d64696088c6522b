import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { text } from '#src/lib/rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { sendCode } from './send-code.server.ts'

const word = v.optional(v.pipe(v.string(), v.maxLength(200)))
/** The solved captcha, and the current password where the event asks for it. */
const extras = v.optional(v.strictObject({ captcha_id: word, captcha_info: word, password: word }), {})

const common = {
  method: 'post',
  tag: 'captcha',
  security: 'anyone',
  answer: v.literal(true),
  errors: [403, 429],
  msg: () => m.code_sent(),
} as const

/** Codes by text message and by e-mail, for visitors and for signed-in people of both sides. */
export const codeEndpoints = {
  sms: endpoint({
    ...common,
    path: '/api/Sms/send',
    summary: m.call_sms,
    body: v.strictObject({
      mobile: text({ required: true, max: 30, rule: 'mobile' }),
      template_code: v.picklist(['user_register', 'user_retrieve_pwd', 'user_change_mobile', 'user_mobile_verify']),
      extras,
    }),
    run: ({ c, actor, body }) =>
      sendCode(c, actor, {
        channel: 'sms',
        event: body.template_code,
        address: body.mobile,
        extras: body.extras,
      }),
  }),
  ems: endpoint({
    ...common,
    path: '/api/Ems/send',
    summary: m.call_ems,
    body: v.strictObject({
      email: text({ required: true, max: 100, rule: 'email' }),
      event: v.picklist(['user_register', 'user_retrieve_pwd', 'user_change_email', 'user_email_verify']),
      extras,
    }),
    run: ({ c, actor, body }) =>
      sendCode(c, actor, { channel: 'mail', event: body.event, address: body.email, extras: body.extras }),
  }),
}
