type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

type Waiter = { resolve(answer: Response): void; reject(reason: unknown): void }

/** Everybody who waits for the same answer, and the one request under way for it. */
type Flight = { request: AbortController; waiters: Set<Waiter> }

/**
 * Of identical requests under way at once only the last one stays: the earlier one is cancelled, and whoever sent it
 * gets the answer of the later one, so that no screen takes the cancelling for a failure. A write repeats its
 * Idempotency-Key, which is part of what makes it identical. The request itself ends early when all who wait have gone.
 * @param cancelled told the address of each request that was cancelled
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
    const land = (tell: (waiter: Waiter, last: boolean) => void) => {
      // A cancelled request may get its answer all the same: its waiters have moved on to the later one.
      if (flight.request !== request) return
      if (flights.get(key) === flight) flights.delete(key)
      const waiters = [...flight.waiters]
      for (const [index, waiter] of waiters.entries()) tell(waiter, index === waiters.length - 1)
    }
    send(input, { ...rest, signal: request.signal }).then(
      // All but the last get a copy, made before anybody reads.
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

/** What makes a request identical to another; undefined for one that cannot be compared, such as an upload. */
function keyOf(input: RequestInfo | URL, { body, method = 'GET' }: RequestInit): string | undefined {
  if (input instanceof Request || (body && typeof body !== 'string')) return undefined
  return `${method} ${input} ${body ?? ''}`
}
