import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import type { captchaEndpoints } from './captcha.api.server.ts'
import { type CaptchaChecked, type CaptchaLoaded, captchaPurposes } from './captcha-answer.ts'

const purpose = v.picklist(captchaPurposes)
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

/** Gets a new challenge. Uses POST, because every call returns another challenge and no cache may keep it. */
export const getCaptcha = createServerFn({ method: 'POST' })
  .validator(v.object({ purpose }))
  .handler(async ({ data }): Promise<CaptchaLoaded> => {
    try {
      const { data: challenge } = await callEndpoint<typeof captchaEndpoints.get>(undefined, {
        method: 'GET',
        path: '/api/captcha',
        query: { purpose: data.purpose },
      })
      return { ok: true, challenge }
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      // A 429 message explains the wait to the user. For other errors the dialog shows its own message.
      return { ok: false, message: error.code === 429 ? error.message : '' }
    }
  })

/** Exchanges a right answer for a pass. A wrong answer ends the challenge. */
export const checkCaptcha = createServerFn({ method: 'POST' })
  .validator(v.object({ purpose, id: text, info: text }))
  .handler(async ({ data }): Promise<CaptchaChecked> => {
    try {
      const body = { purpose: data.purpose, captcha_id: data.id, captcha_info: data.info }
      const answer = await callEndpoint<typeof captchaEndpoints.check>(undefined, {
        method: 'POST',
        path: '/api/captcha/check',
        body,
      })
      const { captcha_id, captcha_info } = answer.data
      return { ok: true, message: answer.msg, proof: { id: captcha_id, info: captcha_info } }
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      return { ok: false, message: error.message }
    }
  })
