import { keptCode } from '#src/lib/line.ts'
import type { CaptchaCalls } from './use-captcha.ts'

const captchas = keptCode(() => import('./captcha.functions.ts'))

function captchaFor(purpose: 'ems' | 'sms'): CaptchaCalls {
  return {
    load: async () => (await captchas()).getCaptcha({ data: { purpose } }),
    check: async (proof) => (await captchas()).checkCaptcha({ data: { purpose, ...proof } }),
  }
}

/** The captcha before a code is sent, by the way on which it leaves. */
export const codeCaptcha = { mail: captchaFor('ems'), sms: captchaFor('sms') }
