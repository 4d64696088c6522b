import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { ANSWER } from '#src/lib/closing-states.ts'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { closeMember } from './close.server.ts'
import { closingOf, refuseOf } from './office-closing.server.ts'

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
    run: async ({ c, tx, actor, body }) => {
      await closeMember(tx, c.get('deps').secret, actor, body.id)
      return null
    },
    msg: () => m.member_closed(),
  }),
  closing: endpoint({
    method: 'get',
    path: '/adminApi/member/closing',
    tag: 'resource',
    security: 'admin',
    node: 'user/user/index',
    summary: m.call_memberClosing,
    query: v.strictObject({ id }),
    answer: v.strictObject({
      askTime: v.pipe(v.string(), v.isoTimestamp()),
      dueTime: v.pipe(v.string(), v.isoTimestamp()),
      /** A legal hold keeps the member: the account stays open until it is lifted. */
      held: v.boolean(),
    }),
    errors: [404, 409],
    run: ({ db, actor, query }) => closingOf(db, actor, query.id),
  }),
  refuseClosing: endpoint({
    method: 'post',
    path: '/adminApi/member/refuseClosing',
    tag: 'resource',
    security: 'admin',
    node: 'user/user/del',
    summary: m.call_memberRefuseClosing,
    body: v.strictObject({ id, answer: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(ANSWER)) }),
    answer: v.null(),
    errors: [404, 409],
    write: 'save',
    run: async ({ c, tx, actor, body }) => {
      await refuseOf(tx, c.get('deps').secret, actor, body)
      return null
    },
    msg: () => m.closing_refused(),
  }),
}
