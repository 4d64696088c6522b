import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { OutgoingError } from './outgoing-error.server.ts'
import type { OutgoingLimits } from './outgoing-types.ts'

/** Milliseconds for which an unused connection is kept: less than servers usually keep it. */
const IDLE_MS = 4000

// Agents of our own: they know nothing of proxies in the environment, which would resolve names beyond our check.
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
}

type Sending = {
  method: string
  headers: Headers
  body: string | ReadableStream<Uint8Array> | null
  signal: AbortSignal
  lookup: LookupFunction
  limits: OutgoingLimits
  /** Uses a connection of its own. */
  alone: boolean
}

/**
 * Sends one request to a URL that may be reached, and waits for the headers of the answer. It follows no redirect.
 * @throws OutgoingError; the signal's reason
 */
export function sendOnce(url: URL, sending: Sending): Promise<IncomingMessage> {
  const { method, headers, body, signal, lookup, limits, alone } = sending
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: Object.fromEntries(headers),
      signal,
      lookup,
      agent: alone ? false : agents[isSecure ? 'https:' : 'http:'],
    })
    let timer = setTimeout(() => request.destroy(late(url, 'connection', limits.connect)), limits.connect)
    const connected = () => {
      clearTimeout(timer)
      const { headers: patience } = limits
      if (patience !== undefined) timer = setTimeout(() => request.destroy(late(url, 'answer', patience)), patience)
    }
    request.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', connected)
      else connected()
    })
    request.once('response', resolve)
    // Also after the headers: then the answer itself reports the failure.
    request.on('error', (error) => reject(signal.aborted ? signal.reason : brokenOff(url, error)))
    request.once('close', () => reject(new OutgoingError('unreachable', url.host, 'closed without an answer')))
    for (const event of ['response', 'close']) request.once(event, () => clearTimeout(timer))
    if (body instanceof ReadableStream) sendStream(body, request)
    else request.end(body ?? undefined)
  })
}

function late(url: URL, what: string, ms: number): OutgoingError {
  return new OutgoingError('time', url.host, `no ${what} within ${ms} ms`)
}

/** The error of a connection as an OutgoingError. */
export function brokenOff(url: URL, error: Error): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return new OutgoingError('unreachable', url.host, code, { cause: error })
}

function sendStream(body: ReadableStream<Uint8Array>, request: ClientRequest): void {
  // Seam: Node and the browser declare web streams differently, but they are the same object.
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  pipeline(source, request).catch((error: unknown) => {
    // A response before the end of the upload is valid, too: a refusal does not need the whole file.
    if (!request.destroyed && !request.writableEnded) request.destroy(error instanceof Error ? error : undefined)
  })
}
