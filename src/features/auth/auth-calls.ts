import { keptCode } from '#src/lib/line.ts'

/**
 * The calls for site, users and sessions. Loaded with the first call: pages arrive with this data, so most visitors
 * never need it.
 */
export const authCalls = keptCode(() => import('./auth.functions.ts'))
