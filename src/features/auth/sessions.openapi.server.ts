import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { sessionIds } from './sessions.api.server.ts'
import type { SessionRow } from './sessions.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())

const session = v.strictObject({
  id: v.number(),
  client: v.picklist(['admin', 'user']),
  ip: v.string(),
  userAgent: v.string(),
  createTime: instant,
  lastUseTime: instant,
  expireTime: instant,
  keep: v.boolean(),
  current: v.boolean(),
}) satisfies v.GenericSchema<unknown, SessionRow>

const list = v.strictObject({ list: v.array(session), total: v.number() })
const count = v.strictObject({ count: v.number() })

/** The OpenAPI operations of sign-ins, for both sides. */
export const sessionOperations: readonly Operation[] = [...of('/adminApi', 'admin'), ...of('/api', 'user')]

function of(base: '/adminApi' | '/api', security: Side): readonly Operation[] {
  // Another account's sign-ins. Only a super admin may request them.
  const owner = { accountId: v.optional(id) }
  const common = { tag: 'session', security } as const
  return [
    {
      ...common,
      method: 'get',
      path: `${base}/session/index`,
      query: owner,
      answer: list,
      errors: [404],
      summary: m.call_sessions,
    },
    {
      ...common,
      method: 'delete',
      path: `${base}/session/del`,
      idempotent: true,
      query: { 'ids[]': sessionIds, ...owner },
      answer: count,
      errors: [404, 422],
      summary: m.call_sessionsEnd,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/session/endOthers`,
      idempotent: true,
      query: owner,
      answer: count,
      errors: [404, 422],
      summary: m.call_sessionsEndOthers,
    },
  ]
}
