import { runtime } from '../runtime.server.ts'
import type { Outgoing } from './outgoing-types.ts'

/**
 * Everything that the server asks of other machines goes through here: addresses that are not public only when
 * OUTGOING_ALLOW or BACKEND_URL names them, within limits, with a line in the log.
 */
export const outgoing: Outgoing = (address, request) => runtime().outgoing(address, request)
