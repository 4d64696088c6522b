import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(100))

/** What somebody gives in the browser to prove who they are. The contract validates the content. */
export const givenFactor = v.variant('way', [
  v.object({ way: v.literal('password'), password: text }),
  v.object({ way: v.literal('totp'), code: text }),
  v.object({ way: v.literal('recovery'), code: text }),
  v.object({ way: v.literal('passkey'), response: v.pipe(v.string(), v.maxLength(20_000)) }),
])

export type GivenFactor = v.InferOutput<typeof givenFactor>
