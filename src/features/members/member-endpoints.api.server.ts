import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { closeMember } from './close.server.ts'

/** The calls about members that others of the back office have none of. */
export const memberEndpoints = {
  close: endpoint({
    method: 'post',
    path: '/adminApi/member/close',
    tag: 'resource',
    security: 'admin',
    node: 'user/user/del',
    proof: true,
    summary: m.call_memberClose,
    body: v.strictObject({ id }),
    answer: v.null(),
    errors: [403, 404, 409],
    write: 'redact',
    run: async ({ tx, actor, body }) => {
      await closeMember(tx, actor, body.id)
      return null
    },
    msg: () => m.member_closed(),
  }),
}
