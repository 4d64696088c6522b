import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { recordFault } from '#src/server/faults.server.ts'

const LONGEST = 8000
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

/** Reports a page that was not found, or a part of a page that could not be shown. */
export const reportFaultCall = endpoint({
  method: 'post',
  path: '/api/fault/report',
  tag: 'site',
  summary: m.call_fault,
  security: 'anyone',
  // A path of this site, and the page that the user came from. Each value is cut to 500 characters when it is stored.
  body: v.strictObject({
    path: v.pipe(text(LONGEST), v.regex(/^\//)),
    referrer: v.optional(text(LONGEST), ''),
    /** A part of the page that failed: its resource, and the field or slot. A stack is cut to 2,000 characters. */
    failure: v.exactOptional(
      v.strictObject({
        resource: v.pipe(text(40), v.regex(/^[\w-]*$/)),
        part: v.pipe(text(100), v.regex(/^[\w.-]+$/)),
        rowId: v.optional(v.nullable(id), null),
        message: text(LONGEST),
        stack: v.optional(text(LONGEST), ''),
      }),
    ),
  }),
  answer: v.strictObject({ number: v.number() }),
  errors: [429],
  run: async ({ c, db, actor, body }) => {
    const { number, news } = await recordFault(db, {
      ...body,
      accountId: actor?.id ?? null,
      address: c.get('address'),
      userAgent: c.req.header('user-agent') ?? '',
    })
    // The same failure again is only counted.
    if (body.failure && news) {
      const { log } = c.get('deps')
      log.warn({ requestId: c.get('requestId'), actor: actor?.id, fault: number, ...news }, 'a part of a page failed')
    }
    return { number }
  },
  msg: () => m.fault_recorded(),
})
