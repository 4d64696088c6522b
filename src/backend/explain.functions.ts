import { isNotFound, isRedirect, redirect } from '@tanstack/react-router'
import { createServerOnlyFn } from '@tanstack/react-start'
import { m } from '#src/i18n/paraglide/messages.js'
import { loggable } from '#src/server/loggable.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { BackendRedirect } from './backend-redirect.ts'
import { dropCookie } from './cookie.server.ts'

/**
 * What a failed server function lets its caller know: refusals and redirects as what they are; anything that nobody
 * expected is logged here, and no more is said of it than that there was something.
 */
export const explain = createServerOnlyFn((error: unknown): unknown => {
  if (error instanceof BackendRedirect) {
    dropCookie(error.side)
    return redirect({ to: error.to.path, search: error.to.query })
  }
  if (error instanceof BackendError || error instanceof Response || isRedirect(error) || isNotFound(error)) return error
  const { requestId, signal } = requestFacts()
  // Nobody is there to hear of it: the browser has gone, or has sent the same request anew.
  if (signal?.aborted) runtime().log.debug({ requestId }, 'the caller went away')
  else if (isRefusedInput(error)) {
    runtime().log.warn({ requestId }, 'a server function refused its input')
    return new BackendError(400, m.error_400())
  } else runtime().log.error({ requestId, err: loggable(error) }, 'a server function failed')
  return new BackendError(500, m.error_500())
})

/**
 * Whether a function's schema refused what it was sent. The framework makes the issues the message of a plain error, and
 * they repeat the whole input, passwords included: nothing for the log.
 */
function isRefusedInput(error: unknown): boolean {
  if (!(error instanceof Error) || !error.message.startsWith('[')) return false
  try {
    const issues: unknown = JSON.parse(error.message)
    return Array.isArray(issues) && issues.every((one) => typeof one === 'object' && one !== null && 'message' in one)
  } catch {
    return false
  }
}
