import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'

/** Five minutes (specification 7). */
const TIMEOUT_MS = 5 * 60 * 1000

type Outgoing = {
  method: string
  headers: Headers
  body?: string
  /** Ends the waiting. */
  signal?: AbortSignal
  /** Answered by this process, whatever back end is configured. */
  local?: boolean
}

/** What every request to the contract carries (specification 7). */
export function commonHeaders(): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': getLocale(), server: 'true' })
  // The browser is who calls; sign-ins and reports are noted under its name.
  const { userAgent } = requestFacts()
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/** The address of a path at a back end, which may live below a path of its own. */
export function backendUrl(base: string, path: string): URL {
  return new URL(base.replace(/\/+$/, '') + path)
}

/**
 * Sends one request to the contract, in this process or to BACKEND_URL, and reads its answer. Both ways see the same
 * request, and both end after five minutes or when the caller goes away.
 * @param read takes what it needs of the answer; the time it takes counts
 * @throws BackendError 408 after five minutes, 503 when nobody answers; AbortError when the caller went away
 */
export async function send<T>(path: string, outgoing: Outgoing, read: (answer: Response) => Promise<T>): Promise<T> {
  const { signal: caller, local, ...init } = outgoing
  caller?.throwIfAborted()
  const ending = new AbortController()
  const leave = () => ending.abort(caller?.reason)
  // Not AbortSignal.timeout: its timer would outlive the answer by minutes, once for every call.
  const timer = setTimeout(() => ending.abort(new DOMException('too late', 'TimeoutError')), TIMEOUT_MS)
  caller?.addEventListener('abort', leave)
  try {
    return await orEnd(reach(path, { ...init, signal: ending.signal }, local).then(read), ending.signal)
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

async function reach(path: string, init: RequestInit & { headers: Headers }, local = false): Promise<Response> {
  const { env, api } = runtime()
  const { address, requestId } = requestFacts()
  if (requestId) init.headers.set('x-request-id', requestId)
  if (env.BACKEND_URL && !local) {
    if (address) init.headers.set('x-forwarded-for', address)
    return fetch(backendUrl(env.BACKEND_URL, path), { ...init, redirect: 'manual' })
  }
  return api.fetch(new Request(new URL(path, 'http://yardstick.internal'), init), { address, inProcess: true })
}

/** The outcome of `work`, or of whatever ends it first: nothing in this process stops by itself. */
export function orEnd<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** An answer's JSON; null when it is none. Use as `read` of send. */
export async function readReply(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(text) }
  } catch {
    return { status: answer.status, body: null }
  }
}
