import * as v from 'valibot'
import type { Backend, Verdict } from './call.ts'
import { readTokenAnswer } from './token-set.ts'

const envelopeSchema = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
})

/** The contract of the specification, as our own API and any other of its kind speaks it. */
export const yardstick: Backend = {
  plan: (call) => ({ calls: [call] }),
  verdict({ status, body }): Verdict {
    const parsed = v.safeParse(envelopeSchema, body)
    if (!parsed.success) {
      if (status === 401) return { kind: 'expired', msg: '' }
      // Whoever answers well, but not in the contract, is not the API.
      return { kind: 'refused', code: status < 300 ? 502 : status, msg: '', data: null }
    }
    const { msg, data = null } = parsed.output
    // A success that its HTTP status contradicts is none.
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
