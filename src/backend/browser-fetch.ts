import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isGatewayStatus, line, NotSent } from '#src/lib/line.ts'
import { PERMISSION_EPOCH, permissionEpochs } from '#src/lib/permission-epoch.ts'
import { STEP_UP_HEADER } from '#src/lib/proof-way.ts'
import { answerError } from './answer-error.ts'
import { cancelDuplicates } from './duplicates.ts'
import { proofGiven } from './step-up.ts'

/** Five minutes, the same time-out as between the server and the back end. */
const TIMEOUT_MS = 5 * 60 * 1000

/** Milliseconds without an answer after which the connection is checked, and between two checks. */
const QUIET_MS = 5_000
/** So many checks in a row must fail before a request is given up. One may be a short disturbance. */
const FAILED_CHECKS = 2

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/**
 * Sends a server function's request without the search for duplicates. Pass it as `fetch` of a call that may run
 * several times at once. A call that needs a fresh proof, or a new password in place of an expired one, is sent once
 * more after the person has given it. Nothing of it was written before.
 * @throws NotSent when the browser has no network
 */
export const fetchEach: Fetch = async (input, init) => {
  const answer = await fetchOnce(input, init)
  const ways = answer.headers.get(STEP_UP_HEADER)
  if (ways === null || !(await proofGiven(ways.split(',')))) return answer
  return fetchOnce(input, init)
}

/**
 * The time-out is five minutes; uploads have none. When the server cannot be reached meanwhile, the page says so, and
 * the request is given up; an upload is not.
 */
const fetchOnce: Fetch = async (input, init) => {
  if (line.read() === 'offline') throw new NotSent()
  const began = performance.now()
  const upload = init?.body instanceof FormData
  const timeout = upload ? undefined : AbortSignal.timeout(TIMEOUT_MS)
  const watch = watchConnection()
  const signals = [init?.signal, timeout, upload ? undefined : watch.signal].filter(
    (signal) => signal instanceof AbortSignal,
  )
  const headers = new Headers(init?.headers)
  headers.set(PAGE_LANGUAGE, document.documentElement.lang)
  const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined
  const answer = await fetch(input, { ...init, headers, signal })
    .catch(async (error: unknown) => {
      // Known before the failure is handled: reads then wait for the connection instead of failing.
      if (!signal?.aborted) await line.check(true)
      throw error
    })
    .finally(watch.end)
  permissionEpochs.note(answer.headers.get(PERMISSION_EPOCH))
  const error = answer.ok ? undefined : await answerError(answer)
  if (!error || !isGatewayStatus(answer.status)) line.reached(began)
  else await line.check(true)
  if (error) throw error
  return answer
}

/**
 * Checks the connection while a request has no answer. A network that drops packets breaks no connection, so without a
 * check the request would only wait. `signal` aborts when the server stays out of reach.
 */
function watchConnection(): { signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let failed = 0
  const wait = () => {
    timer = setTimeout(async () => {
      failed = (await line.check(true)) ? 0 : failed + 1
      if (ended) return
      if (failed >= FAILED_CHECKS) lost.abort(new DOMException('no answer', 'TimeoutError'))
      else wait()
    }, QUIET_MS)
  }
  wait()
  return {
    signal: lost.signal,
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

/** Sends a server function's request in the browser. Of identical requests in progress, only the last one stays. */
export const fetchLast: Fetch = cancelDuplicates(fetchEach, (url) => {
  console.info(`${m.error_duplicateRequest()}: ${url}`)
})
