import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Reply, Verdict } from '../call.ts'

const envelope = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
})

/** The statuses of a pig back end for a missing or expired token (424) and for any other rejected token (401). */
export const EXPIRED = [401, 424] as const

/**
 * The meaning of a pig back end's response. Success is code 0 (200 is accepted too), failure is code 1 with any HTTP
 * status. A rejected token is 424, or 401 in the status or the envelope. 426 and 428 reject a sign-in.
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
  // Code 1 is not an HTTP status. It means a failure, and only its msg explains it.
  const msg = said.msg || (code === 1 ? m.error_other() : '')
  return { kind: 'refused', code: code === 1 ? 400 : code, msg, data: said.data }
}

function isExpired(code: number): boolean {
  return EXPIRED.some((one) => one === code)
}
