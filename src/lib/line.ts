/** `offline`: the browser has no network. `silent`: it has one, but the server does not answer. */
export type LineState = 'up' | 'offline' | 'silent'

/** Nothing was sent, because there is no connection to the server. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** An answer of this age proves that the server can be reached. */
const FRESH_MS = 1_000
const PROBE_TIMEOUT_MS = 10_000
/** The pauses between probes while the server is silent. The last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]

let state: LineState = 'up'
/** The time of the last answer that was seen. The first one is the page itself with this code. */
let reachedAt = performance.now()
/** The time when the browser lost its network. The answer to an earlier request proves nothing. */
let lostAt = Number.NEGATIVE_INFINITY
let probing: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0
const listeners = new Set<() => void>()

function set(next: LineState) {
  if (next === state) return
  state = next
  for (const changed of listeners) changed()
}

/** The connection between this page and the server. The server itself never loses it. */
export const line = {
  read: (): LineState => state,
  isUp: () => state === 'up',
  /** @returns unsubscribes */
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
    }
  },
  /** Calls `back` each time when the connection is there again. @returns unsubscribes */
  onBack(back: () => void): () => void {
    return line.subscribe(() => line.isUp() && back())
  },
  /** The server has answered a request. @param began when the request was sent, by `performance.now()` */
  reached(began: number) {
    if (began < lostAt) return
    reachedAt = performance.now()
    tries = 0
    clearTimeout(timer)
    set('up')
  },
  /**
   * Whether the server can be reached. Asks it, unless it has answered just now.
   * @param doubt a request has failed, so an earlier answer proves nothing
   */
  async check(doubt = false): Promise<boolean> {
    if (typeof window === 'undefined') return true
    if (!doubt && line.isUp() && performance.now() - reachedAt < FRESH_MS) return true
    probing ??= probe().finally(() => {
      probing = undefined
    })
    return probing
  },
  /** Waits until the server can be reached. */
  async ready(): Promise<void> {
    if (await line.check()) return
    await new Promise<void>((resolve) => {
      const end = line.onBack(() => {
        end()
        resolve()
      })
    })
  },
}

/** Whether a status comes from a gateway that does not reach the server. */
export function isGatewayStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

async function probe(): Promise<boolean> {
  const began = performance.now()
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ status }) => !isGatewayStatus(status),
    () => false,
  )
  if (answered && began < lostAt) return probe()
  if (answered) line.reached(began)
  else {
    set(navigator.onLine ? 'silent' : 'offline')
    clearTimeout(timer)
    timer = setTimeout(() => void line.check(true), PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)])
  }
  return answered
}

/**
 * Imports code. A browser remembers a failed import until the page is loaded again, so code is only asked for when the
 * server can be reached.
 * @throws NotSent when it cannot
 */
export function keptCode<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: T | undefined
  return async () => {
    if (kept === undefined) {
      if (!(await line.check())) throw new NotSent()
      kept = await load().catch(async (error: unknown) => {
        await line.check(true)
        throw error
      })
    }
    return kept
  }
}

if (typeof window !== 'undefined') {
  // A browser without a network can still reach a server on its own machine, so only a failed request is believed.
  if (!navigator.onLine) void line.check(true)
  window.addEventListener('offline', () => {
    lostAt = performance.now()
    set('offline')
    void line.check(true)
  })
  window.addEventListener('online', () => {
    tries = 0
    void line.check(true)
  })
}
