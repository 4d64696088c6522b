import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { recordFault } from '#src/server/faults.server.ts'

/** Reports a page that was not found. */
export const reportFaultCall = endpoint({
  method: 'post',
  path: '/api/fault/report',
  tag: 'site',
  summary: m.call_fault,
  security: 'anyone',
  // A path of this site, and the page that the user came from. Each value is cut to 500 characters when it is stored.
  body: v.strictObject({
    path: v.pipe(v.string(), v.maxLength(8000), v.regex(/^\//)),
    referrer: v.optional(v.pipe(v.string(), v.maxLength(8000)), ''),
  }),
  answer: v.strictObject({ number: v.number() }),
  errors: [429],
  run: async ({ c, db, actor, body }) => ({
    number: await recordFault(db, {
      ...body,
      accountId: actor?.id ?? null,
      address: c.get('address'),
      userAgent: c.req.header('user-agent') ?? '',
    }),
  }),
  msg: () => m.fault_recorded(),
})
