import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'

/** Days that a token is valid: usually, and at most. */
export const API_TOKEN_DAYS = { usual: 90, most: 365 }

/** What a new API token is. */
export const apiTokenForm = v.strictObject({
  name: text({ required: true, max: 60 }),
  nodes: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100)), () => m.rule_type()),
    v.minLength(1, () => m.apiToken_nodesNeeded()),
    v.maxLength(2000),
  ),
  addresses: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
  days: v.optional(integer(1, API_TOKEN_DAYS.most), API_TOKEN_DAYS.usual),
})
