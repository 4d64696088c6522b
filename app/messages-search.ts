import * as v from 'valibot'

/** The search of the page with a member's messages: only what is unread. */
export const messagesSearch = v.object({ unread: v.fallback(v.optional(v.literal(1)), undefined) })
