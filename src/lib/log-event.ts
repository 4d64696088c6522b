/** What a row of the admin log is about. */
export const logEvents = ['signIn', 'signInFailed', 'signOut', 'write', 'export', 'refused'] as const
export type LogEvent = (typeof logEvents)[number]

/** The entries of the chain of seals. `prune`: a month was removed. */
export const sealKinds = ['segment', 'redaction', 'prune'] as const
export type SealKind = (typeof sealKinds)[number]
