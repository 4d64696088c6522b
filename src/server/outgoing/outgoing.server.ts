import { allowedHostOf } from '#src/lib/allowed-hosts.ts'
import { type Runtime, runtime } from '../runtime.server.ts'
import { outgoingClient } from './outgoing-client.server.ts'
import type { Outgoing } from './outgoing-types.ts'

let current: { of: Runtime; send: Outgoing } | undefined

/**
 * Everything that the server asks of other machines goes through here: addresses that are not public only when
 * OUTGOING_ALLOW or BACKEND_URL names them, within limits, with a line in the log.
 */
export const outgoing: Outgoing = (address, request) => {
  const of = runtime()
  if (current?.of !== of) {
    const { BACKEND_URL, OUTGOING_ALLOW } = of.env
    const allowed = BACKEND_URL ? [...OUTGOING_ALLOW, allowedHostOf(BACKEND_URL)] : OUTGOING_ALLOW
    current = { of, send: outgoingClient({ allowed, log: of.log }) }
  }
  return current.send(address, request)
}
