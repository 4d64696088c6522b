import { runtime } from '#src/server/runtime.server.ts'
import type { Backend } from '../call.ts'
import { readTokenAnswer } from '../token-set.ts'
import { pigEncrypt } from './encrypt.server.ts'
import { pigPlan } from './plan.server.ts'
import { EXPIRED, pigVerdict } from './verdict.server.ts'

/** A back end of pig-mesh/pig up to 3.4 (generation A). */
export const pig: Backend = {
  plan: pigPlan,
  verdict: pigVerdict,
  // The back end accepts only this type, whatever type its response named.
  authorization: ({ token }) => `Bearer ${token}`,
  passwordCall({ username, password, captcha = {} }) {
    const key = runtime().env.PIG_ENCODE_KEY
    const { randomStr, code } = captcha
    return {
      query: { ...(randomStr ? { randomStr, code: code ?? '' } : {}), grant_type: 'password', scope: 'server' },
      form: { username, password: key ? pigEncrypt(key, password) : password },
    }
  },
  refreshCall: (refresh_token) => ({
    query: { grant_type: 'refresh_token' },
    form: { scope: 'server', refresh_token },
  }),
  // The response is a token object, or an envelope that contains one.
  readTokens: (answer, before) => readTokenAnswer(answer, before) ?? readTokenAnswer(dataOf(answer), before),
  expiredStatuses: EXPIRED,
}

function dataOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'data') : undefined
}
