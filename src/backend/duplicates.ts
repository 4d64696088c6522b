type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

type Waiter = { resolve(answer: Response): void; reject(reason: unknown): void }

/** All callers that wait for the same response, and the single request in progress for it. */
type Flight = { request: AbortController; waiters: Set<Waiter> }

/**
 * Keeps only the last one of identical requests in progress. The earlier request is cancelled, and its caller gets the
 * response of the later one, so that no screen treats the cancellation as a failure. The Idempotency-Key is part of
 * what makes a write identical. The request is aborted when all waiting callers have aborted.
 * @param cancelled called with the URL of each cancelled request
 */
export function cancelDuplicates(send: Fetch, cancelled: (url: string) => void): Fetch {
  const flights = new Map<string, Flight>()

  return (input, init = {}) => {
    const { signal, ...rest } = init
    const key = keyOf(input, rest)
    if (key === undefined) return send(input, init)
    if (signal?.aborted) return Promise.reject(signal.reason)

    const request = new AbortController()
    const earlier = flights.get(key)
    const flight: Flight = earlier ?? { request, waiters: new Set() }
    if (earlier) {
      earlier.request.abort()
      earlier.request = request
      cancelled(String(input))
    }
    flights.set(key, flight)
    const land = (deliver: (waiter: Waiter, last: boolean) => void) => {
      // A cancelled request may still get its response. Its waiters now wait for the later one.
      if (flight.request !== request) return
      if (flights.get(key) === flight) flights.delete(key)
      const waiters = [...flight.waiters]
      for (const [index, waiter] of waiters.entries()) deliver(waiter, index === waiters.length - 1)
    }
    send(input, { ...rest, signal: request.signal }).then(
      // All but the last waiter get a copy, made before the body is read.
      (answer) => land((waiter, last) => waiter.resolve(last ? answer : answer.clone())),
      (reason) => land((waiter) => waiter.reject(reason)),
    )
    return new Promise<Response>((resolve, reject) => {
      const waiter = { resolve, reject }
      flight.waiters.add(waiter)
      const leave = () => {
        reject(signal?.reason)
        flight.waiters.delete(waiter)
        if (flight.waiters.size > 0) return
        flight.request.abort(signal?.reason)
        if (flights.get(key) === flight) flights.delete(key)
      }
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}

/** The key that identical requests share; undefined for a request that cannot be compared, for example an upload. */
function keyOf(input: RequestInfo | URL, { body, method = 'GET' }: RequestInit): string | undefined {
  if (input instanceof Request || (body && typeof body !== 'string')) return undefined
  return `${method} ${input} ${body ?? ''}`
}
