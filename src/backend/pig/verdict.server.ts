import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Reply, Verdict } from '../call.ts'

const envelope = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
})

/** What a pig back end says of a missing or expired token; 401 is any other token that it does not take. */
export const EXPIRED = [401, 424] as const

/**
 * What a reply of a pig back end means. Its success is code 0 (200 is taken too), its failure code 1 beside any HTTP
 * status; a refused token is 424, or 401 in status or envelope; 426 and 428 refuse a sign-in.
 */
export function pigVerdict({ status, body }: Reply): Verdict {
  const parsed = v.safeParse(envelope, body)
  if (!parsed.success) {
    if (isExpired(status)) return { kind: 'expired', msg: '' }
    return { kind: 'refused', code: status < 300 ? 502 : status, msg: '', data: null }
  }
  const { code } = parsed.output
  const said = { msg: parsed.output.msg ?? '', data: parsed.output.data ?? null }
  if (isExpired(status) || isExpired(code)) return { kind: 'expired', msg: said.msg }
  if (status >= 300) return { kind: 'refused', code: status, ...said }
  if (code === 0 || code === 200) return { kind: 'ok', ...said }
  if (code === 302) return { kind: 'redirect', ...said }
  // Code 1 is no status of any kind: a refusal for certain, explained by its msg alone.
  const msg = said.msg || (code === 1 ? m.error_other() : '')
  return { kind: 'refused', code: code === 1 ? 400 : code, msg, data: said.data }
}

function isExpired(code: number): boolean {
  return EXPIRED.some((one) => one === code)
}
