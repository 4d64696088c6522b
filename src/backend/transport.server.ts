import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'

/** Five minutes (specification 7). */
const TIMEOUT_MS = 5 * 60 * 1000

/**
 * Sends one request to the contract: in this process, or to BACKEND_URL. Both ways see the same request.
 * @throws TimeoutError after five minutes, AbortError when the caller goes away, TypeError when nobody answers
 */
export async function send(path: string, init: RequestInit & { headers: Headers }): Promise<Response> {
  const { env, api } = runtime()
  const { address, requestId } = requestFacts()
  if (requestId) init.headers.set('x-request-id', requestId)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  if (env.BACKEND_URL) {
    if (address) init.headers.set('x-forwarded-for', address)
    return fetch(new URL(path, env.BACKEND_URL), { ...init, signal, redirect: 'manual' })
  }
  return api.fetch(new Request(new URL(path, 'http://yardstick.internal'), { ...init, signal }), {
    address,
    inProcess: true,
  })
}
