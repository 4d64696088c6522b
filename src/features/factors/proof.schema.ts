import * as v from 'valibot'

const secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))

/** The origin of the page, as browsers name it. */
export const pageOrigin = v.pipe(v.string(), v.maxLength(300))

/** What an authenticator answers, as JSON. */
export const passkeyJson = v.pipe(v.string(), v.maxLength(20_000))

/** The second factor that somebody uses. */
const factors = [
  v.strictObject({ way: v.literal('totp'), code: secret }),
  v.strictObject({ way: v.literal('recovery'), code: secret }),
  v.strictObject({ way: v.literal('passkey'), origin: pageOrigin, response: passkeyJson }),
] as const

export const factorBody = v.variant('way', factors)

export type FactorBody = v.InferOutput<typeof factorBody>

/** What somebody proves with who they are. */
export const proofBody = v.variant('way', [
  v.strictObject({ way: v.literal('password'), password: secret }),
  // The key of a visit to the provider, which has just ended there.
  v.strictObject({ way: v.literal('provider'), key: secret }),
  ...factors,
])

export type ProofBody = v.InferOutput<typeof proofBody>
