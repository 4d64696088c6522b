import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { askToClose, ownClosing, withdrawClosing } from './closing.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())
const common = { tag: 'session', security: 'user' } as const

/** What members do about the end of their own account. Whoever may sign in may leave, so no call needs a node. */
export const closingEndpoints = {
  own: endpoint({
    ...common,
    method: 'get',
    path: '/api/user/closing',
    summary: m.call_ownClosing,
    answer: v.strictObject({
      /** Days between a new request and the end of the account. */
      days: v.number(),
      /** What is lost with the account: the balance in cents, and points. */
      money: v.number(),
      score: v.number(),
      /** The last request, while it waits or when the office has refused it. */
      request: v.nullable(
        v.strictObject({
          state: v.picklist(['waiting', 'refused']),
          askTime: instant,
          dueTime: instant,
          answer: v.string(),
          endTime: v.nullable(instant),
        }),
      ),
    }),
    run: ({ db, actor }) => ownClosing(db, actor.id),
  }),
  ask: endpoint({
    ...common,
    method: 'post',
    path: '/api/user/closing',
    summary: m.call_askClosing,
    proof: true,
    answer: v.strictObject({ dueTime: instant }),
    errors: [403, 409],
    write: 'save',
    run: ({ c, tx, actor }) => askToClose(tx, c.get('deps').secret, actor),
    msg: () => m.closing_asked(),
  }),
  withdraw: endpoint({
    ...common,
    method: 'post',
    path: '/api/user/closing/withdraw',
    summary: m.call_withdrawClosing,
    answer: v.null(),
    errors: [409],
    write: 'save',
    run: async ({ c, tx, actor }) => {
      await withdrawClosing(tx, c.get('deps').secret, actor)
      return null
    },
    msg: () => m.closing_withdrawn(),
  }),
}
