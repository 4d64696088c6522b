import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { captchaCheck, captchaPurpose } from './captcha.api.server.ts'
import type { CaptchaChallenge } from './captcha-answer.ts'

const challenge = v.strictObject({
  id: v.string(),
  image: v.string(),
  width: v.number(),
  height: v.number(),
  text: v.array(v.string()),
  puzzle: v.strictObject({ id: v.string(), bits: v.number() }),
}) satisfies v.GenericSchema<unknown, CaptchaChallenge>

/** The OpenAPI operations of captchas. */
export const captchaOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/captcha',
    tag: 'captcha',
    security: 'none',
    query: { purpose: captchaPurpose },
    answer: challenge,
    errors: [429],
    summary: m.call_captcha,
  },
  {
    method: 'post',
    path: '/api/captcha/check',
    tag: 'captcha',
    security: 'none',
    body: { type: 'application/json', schema: captchaCheck },
    answer: v.strictObject({ captcha_id: v.string(), captcha_info: v.string() }),
    errors: [429],
    summary: m.call_captchaCheck,
  },
]
