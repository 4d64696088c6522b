import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { outgoing } from '#src/server/outgoing/outgoing.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'

/** The time-out of a request: five minutes. */
const TIMEOUT_MS = 5 * 60 * 1000

/** The largest response of a call: far more than a page of a list or an object. Files go through the stream proxy. */
const MOST_BYTES = 64 * 1024 * 1024
/** Milliseconds for a connection to the back end. */
const CONNECT_MS = 10_000

type Call = {
  method: string
  headers: Headers
  body?: string
  /** Cancels the request. */
  signal?: AbortSignal
  /** This process answers the request, whatever back end is configured. */
  local?: boolean
}

/** The headers of every request to the contract. */
export function commonHeaders(): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': getLocale(), server: 'true' })
  // The browser is the real client: sign-ins and reports are recorded under its user agent.
  const { userAgent } = requestFacts()
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/** The URL of a path at a back end, whose base URL may have a path of its own. */
export function backendUrl(base: string, path: string): URL {
  return new URL(base.replace(/\/+$/, '') + path)
}

/**
 * Sends one request to the contract, in this process or to BACKEND_URL, and reads its response. Both targets get the
 * same request. Both end after five minutes or when the caller aborts.
 * @param read reads what it needs from the response; its time counts
 * @throws BackendError 408 after five minutes, 503 when no response arrives; AbortError when the caller aborted
 */
export async function send<T>(path: string, call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
  const { signal: caller, local, ...init } = call
  caller?.throwIfAborted()
  const ending = new AbortController()
  const leave = () => ending.abort(caller?.reason)
  // Not AbortSignal.timeout: for every call its timer would remain for minutes after the response.
  const timer = setTimeout(() => ending.abort(new DOMException('too late', 'TimeoutError')), TIMEOUT_MS)
  caller?.addEventListener('abort', leave)
  try {
    const work = reach(path, { ...init, signal: ending.signal }, local).then((answer) => whole(answer, read))
    return await orEnd(work, ending.signal)
  } catch (error) {
    if (caller?.aborted) throw caller.reason
    if (ending.signal.aborted) throw new BackendError(408, m.error_timeout())
    if (error instanceof BackendError) throw error
    runtime().log.error({ path, err: error }, 'the back end did not answer')
    throw new BackendError(503, m.error_network())
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}

/** Reads from a response. A body that was not wanted is given up, so that its connection ends. */
async function whole<T>(answer: Response, read: (answer: Response) => Promise<T>): Promise<T> {
  try {
    return await read(answer)
  } finally {
    if (!answer.bodyUsed) await answer.body?.cancel()
  }
}

type Sending = { method: string; headers: Headers; body?: string; signal: AbortSignal }

async function reach(path: string, init: Sending, local = false): Promise<Response> {
  const { env, api } = runtime()
  const { address, requestId } = requestFacts()
  if (requestId) init.headers.set('x-request-id', requestId)
  if (env.BACKEND_URL && !local) {
    if (address) init.headers.set('x-forwarded-for', address)
    // The signal ends the call after five minutes, with its last byte.
    const limits = { connect: CONNECT_MS, bytes: MOST_BYTES }
    return outgoing(backendUrl(env.BACKEND_URL, path), { ...init, limits })
  }
  return api.fetch(new Request(new URL(path, 'http://yardstick.internal'), init), { address, inProcess: true })
}

/** The result of `work`, or a rejection as soon as the signal aborts: work in this process does not stop by itself. */
export function orEnd<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** A response's status and JSON; `body` is null when it is not JSON. Use it as `read` of `send`. */
export async function readReply(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(text) }
  } catch {
    return { status: answer.status, body: null }
  }
}
