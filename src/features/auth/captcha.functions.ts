import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callPublic } from '#src/backend/client.server.ts'
import { type CaptchaChallenge, type CaptchaChecked, type CaptchaLoaded, captchaPurposes } from './captcha-answer.ts'

const purpose = v.picklist(captchaPurposes)
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const pass = v.object({ captcha_id: v.string(), captcha_info: v.string() })

/** Gets a new challenge. Uses POST, because every call returns another challenge and no cache may keep it. */
export const getCaptcha = createServerFn({ method: 'POST' })
  .validator(v.object({ purpose }))
  .handler(async ({ data }): Promise<CaptchaLoaded> => {
    try {
      const { data: challenge } = await callPublic({
        method: 'GET',
        path: '/api/captcha',
        query: new URLSearchParams({ purpose: data.purpose }),
      })
      // Seam: the API sends this response; its type comes from the function that builds it.
      return { ok: true, challenge: challenge as CaptchaChallenge }
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
      const answer = await callPublic({ method: 'POST', path: '/api/captcha/check', body })
      const { captcha_id, captcha_info } = v.parse(pass, answer.data)
      return { ok: true, message: answer.msg, proof: { id: captcha_id, info: captcha_info } }
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      return { ok: false, message: error.message }
    }
  })
