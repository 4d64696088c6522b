import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { AllowedHost } from '#src/lib/allowed-hosts.ts'
import { answerBody } from './answer-body.server.ts'
import { Exchange } from './exchange.server.ts'
import { type Arrived, follow } from './follow.server.ts'
import { gateFor, type Resolve } from './gate.server.ts'
import { OutgoingError } from './outgoing-error.server.ts'
import type { Outgoing, OutgoingRequest } from './outgoing-types.ts'
import { brokenOff } from './send-once.server.ts'
import { bodyTooLarge, isDamaged, unpacked } from './unpacked.server.ts'

type Options = {
  /** The machines that may be reached although their addresses are not public. */
  allowed: readonly AllowedHost[]
  log: Pick<Logger, 'info' | 'warn'>
  /** The name resolution, when it is not the system's. */
  resolve?: Resolve
}

/** Makes a client through which the server asks other machines. A process has one: `outgoing`. */
export function outgoingClient({ allowed, log, resolve }: Options): Outgoing {
  const gate = gateFor(allowed, resolve)
  return async (address, request) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const exchange = new Exchange(url, request, log)
    let arrived: Arrived | undefined
    try {
      if (!url) throw new OutgoingError('address', '', 'not a URL')
      arrived = await follow(gate, url, request, exchange.signal)
      const { incoming, at, redirects } = arrived
      exchange.note({ status: incoming.statusCode, redirects, last: at.host })
      return answerOf(arrived, request, exchange)
    } catch (error) {
      arrived?.incoming.destroy()
      exchange.end(error)
      throw error
    }
  }
}

function answerOf({ incoming, at }: Arrived, request: OutgoingRequest, exchange: Exchange): Response {
  const { limits, raw, method } = request
  const most = limits.bytes ?? Number.POSITIVE_INFINITY
  const status = incoming.statusCode ?? 0
  if (status < 200 || status > 599) throw new OutgoingError('unreachable', at.host, `status ${status}`)
  const headers = headersOf(incoming)
  if (method === 'HEAD' || status === 204 || status === 304) {
    incoming.resume()
    exchange.end()
    return new Response(null, { status, headers })
  }
  if (Number(headers.get('content-length') ?? 0) > most) throw bodyTooLarge(at.host, most)
  const source = raw ? incoming : unpacked(incoming, at.host, most)
  if (source !== incoming) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  // The reader learns of an error when it reads. Until then nobody else listens for it.
  source.on('error', () => undefined)
  const { signal } = exchange
  const stop = () => {
    source.destroy(signal.reason)
    exchange.end(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  const body = answerBody(source, {
    count(bytes) {
      if (exchange.count(bytes) > most) throw bodyTooLarge(at.host, most)
    },
    end: (error) => exchange.end(error),
    errorOf(error) {
      if (signal.aborted) return signal.reason
      if (isDamaged(error)) return new OutgoingError('packed', at.host, error.message, { cause: error })
      return brokenOff(at, error)
    },
  })
  return new Response(body, { status, headers })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
