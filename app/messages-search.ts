import * as v from 'valibot'
import { integer } from '#src/lib/number-rules.ts'

/** The search of the page with a member's messages: only what is unread. */
export const messagesSearch = v.object({
  unread: v.fallback(v.optional(v.pipe(integer(1, 1), v.literal(1))), undefined),
})
