/** What people can prove with, anew, who they are. Who has a second factor uses it, others give the password. */
export const proofWays = ['passkey', 'totp', 'recovery', 'password', 'provider'] as const

export type ProofWay = (typeof proofWays)[number]

/** The header of a call with a fresh proof. */
export const PROOF_HEADER = 'x-proof'

/** In place of a way: the password has expired, and the call needs a new one. */
export const NEW_PASSWORD = 'newPassword'

/** Header of an answer to a browser: the call needs a fresh proof, in one of these ways, or a new password. */
export const STEP_UP_HEADER = 'x-step-up'
