import * as v from 'valibot'
import type { Backend, Verdict } from './call.ts'
import { readTokenAnswer } from './token-set.ts'

const envelopeSchema = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
})

/** The product's own contract, for its own API and any other API that implements it. */
export const yardstick: Backend = {
  plan: (call) => ({ calls: [call] }),
  verdict({ status, body }): Verdict {
    const parsed = v.safeParse(envelopeSchema, body)
    if (!parsed.success) {
      if (status === 401) return { kind: 'expired', msg: '' }
      // A success response without the contract's envelope does not come from the API.
      return { kind: 'refused', code: status < 300 ? 502 : status, msg: '', data: null }
    }
    const { msg, data = null } = parsed.output
    // Code 200 with an HTTP status of 300 or more is not a success.
    const code = parsed.output.code === 200 && status >= 300 ? status : parsed.output.code
    const said = { msg: msg ?? '', data }
    if (code === 200) return { kind: 'ok', ...said }
    if (code === 401) return { kind: 'expired', msg: said.msg }
    if (code === 302) return { kind: 'redirect', ...said }
    return { kind: 'refused', code, ...said }
  },
  authorization: ({ token_type, token }) => `${token_type} ${token}`,
  passwordCall: ({ username, password, keep, captcha }) => ({
    query: { grant_type: 'password', scope: 'server' },
    form: { username, password, ...(keep ? { keep: '1' } : {}), ...captcha },
  }),
  refreshCall: (refresh_token) => ({
    query: { grant_type: 'refresh_token' },
    form: { scope: 'server', refresh_token },
  }),
  readTokens: readTokenAnswer,
  expiredStatuses: [401],
}
