import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { exchangeCaptcha, issueCaptcha } from './captcha.server.ts'
import { type CaptchaChallenge, captchaPurposes } from './captcha-answer.ts'

const common = { tag: 'captcha', security: 'none', errors: [429] } as const
const purpose = v.picklist(captchaPurposes)
const field = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

const challenge = v.strictObject({
  id: v.string(),
  image: v.string(),
  width: v.number(),
  height: v.number(),
  text: v.array(v.string()),
  puzzle: v.strictObject({ id: v.string(), bits: v.number() }),
}) satisfies v.GenericSchema<unknown, CaptchaChallenge>

/** Captchas. A client uses them before a guarded request. */
export const captchaEndpoints = {
  get: endpoint({
    ...common,
    method: 'get',
    path: '/api/captcha',
    summary: m.call_captcha,
    query: v.object({ purpose }),
    answer: challenge,
    run: ({ c, db, query }) => issueCaptcha(db, query.purpose, c.get('address')),
  }),
  check: endpoint({
    ...common,
    method: 'post',
    path: '/api/captcha/check',
    summary: m.call_captchaCheck,
    body: v.strictObject({ purpose, captcha_id: field, captcha_info: field }),
    answer: v.strictObject({ captcha_id: v.string(), captcha_info: v.string() }),
    run: async ({ c, db, body }) => {
      const proof = { id: body.captcha_id, info: body.captcha_info }
      const pass = await exchangeCaptcha(db, body.purpose, proof, c.get('address'))
      return { captcha_id: pass.id, captcha_info: pass.info }
    },
    msg: () => m.captcha_right(),
  }),
}
