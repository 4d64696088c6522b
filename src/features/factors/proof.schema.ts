import * as v from 'valibot'

const secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))

/** What somebody proves with who they are. */
export const proofBody = v.variant('way', [v.strictObject({ way: v.literal('password'), password: secret })])

export type ProofBody = v.InferOutput<typeof proofBody>
