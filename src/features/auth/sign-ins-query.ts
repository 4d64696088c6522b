import type { Side } from '#src/lib/side.ts'

/** The key of the list of sign-ins, for calls that change it. */
export const signInsKey = (side: Side) => ['signIns', side] as const
