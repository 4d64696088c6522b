import * as v from 'valibot'
import { isVisitName } from '#src/features/providers/visit-cookie.ts'

const text = v.pipe(v.string(), v.maxLength(100))

/** What somebody gives in the browser to prove who they are. The contract validates the content. */
export const givenFactor = v.variant('way', [
  v.object({ way: v.literal('password'), password: text }),
  // The browser knows the name of the visit to the provider alone; its key is in a cookie that scripts cannot read.
  v.object({ way: v.literal('provider'), visit: v.pipe(v.string(), v.check(isVisitName)) }),
  v.object({ way: v.literal('totp'), code: text }),
  v.object({ way: v.literal('recovery'), code: text }),
  v.object({ way: v.literal('passkey'), response: v.pipe(v.string(), v.maxLength(20_000)) }),
])

export type GivenFactor = v.InferOutput<typeof givenFactor>
