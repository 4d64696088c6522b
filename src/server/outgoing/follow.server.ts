import type { IncomingMessage } from 'node:http'
import { type Gate, portIn } from './gate.server.ts'
import { OutgoingError } from './outgoing-error.server.ts'
import type { OutgoingRequest } from './outgoing-types.ts'
import { sendOnce } from './send-once.server.ts'
import { OFFERED_PACKINGS } from './unpacked.server.ts'

/** The headers that go along when a redirect leads to another origin: none of them can be a secret. */
const PLAIN = ['accept', 'accept-encoding', 'accept-language', 'user-agent']

/** The last answer of a chain of redirects, and where it came from. */
export type Arrived = { incoming: IncomingMessage; at: URL; redirects: number }

/**
 * Sends the request, and sends it again to where a redirect leads. Each address is checked.
 * @throws OutgoingError; the signal's reason
 */
export async function follow(gate: Gate, from: URL, request: OutgoingRequest, signal: AbortSignal): Promise<Arrived> {
  const { method = 'GET', body = null, limits, raw: alone = false } = request
  const most = ['GET', 'HEAD'].includes(method) ? request.redirects : undefined
  let headers = headersFor(request)
  let at = from
  for (let redirects = 0; ; redirects++) {
    gate.check(at)
    const lookup = gate.lookupFor(portIn(at))
    const incoming = await sendOnce(at, { method, headers, body, signal, lookup, limits, alone })
    const next = most === undefined ? undefined : nextOf(incoming, at)
    if (most === undefined || !next) return { incoming, at, redirects }
    incoming.destroy()
    if (redirects >= most) throw new OutgoingError('redirects', from.host, `more than ${most} redirects`)
    if (next.origin !== at.origin) headers = new Headers([...headers].filter(([name]) => PLAIN.includes(name)))
    at = next
  }
}

/** A raw request goes out as it is given. */
function headersFor({ headers: given, raw }: OutgoingRequest): Headers {
  const headers = new Headers(given)
  if (raw) return headers
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('user-agent')) headers.set('user-agent', 'yardstick')
  headers.set('accept-encoding', OFFERED_PACKINGS)
  return headers
}

/** Where an answer redirects to. @throws OutgoingError when that is no address */
function nextOf(incoming: IncomingMessage, at: URL): URL | undefined {
  const { location } = incoming.headers
  if (![301, 302, 303, 307, 308].includes(incoming.statusCode ?? 0) || location === undefined) return undefined
  if (URL.canParse(location, at)) return new URL(location, at)
  incoming.destroy()
  throw new OutgoingError('address', at.host, 'redirects to what is no address')
}
