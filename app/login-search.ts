import * as v from 'valibot'
import { redirectTargetSearch } from '#src/lib/redirect-target.ts'

/** The search of a login page. `barred`: why somebody who is signed in cannot go on. */
export const loginSearch = v.object({
  to: redirectTargetSearch,
  /** `register`: the members' page shows the form for registering. */
  type: v.fallback(v.optional(v.string()), undefined),
  barred: v.fallback(v.optional(v.string()), undefined),
})
