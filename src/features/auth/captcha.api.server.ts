import { Hono } from 'hono'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { readJson } from '#src/server/body.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { exchangeCaptcha, issueCaptcha } from './captcha.server.ts'
import { captchaPurposes } from './captcha-answer.ts'

export const captchaPurpose = v.picklist(captchaPurposes)
const field = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
export const captchaCheck = v.strictObject({ purpose: captchaPurpose, captcha_id: field, captcha_info: field })

/** Captcha endpoints. A client uses them before a guarded request. */
export const captchaApi = new Hono<ApiEnv>()
  .get('/captcha', async (c) => {
    const asked = v.safeParse(captchaPurpose, c.req.query('purpose'))
    if (!asked.success) throw new AppError(400, undefined, { errors: { purpose: [m.rule_type()] } })
    return c.json(ok(await issueCaptcha(c.get('deps').db, asked.output, c.get('address'))))
  })
  .post('/captcha/check', async (c) => {
    const input = v.safeParse(captchaCheck, await readJson(c))
    if (!input.success) {
      const names = Object.keys(v.flatten<typeof captchaCheck>(input.issues).nested ?? {})
      throw new AppError(400, undefined, { errors: Object.fromEntries(names.map((name) => [name, [m.rule_type()]])) })
    }
    const proof = { id: input.output.captcha_id, info: input.output.captcha_info }
    const pass = await exchangeCaptcha(c.get('deps').db, input.output.purpose, proof, c.get('address'))
    return c.json(ok({ captcha_id: pass.id, captcha_info: pass.info }, m.captcha_right()))
  })
