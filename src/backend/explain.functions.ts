import { isNotFound, isRedirect, redirect } from '@tanstack/react-router'
import { createServerOnlyFn } from '@tanstack/react-start'
import { m } from '#src/i18n/paraglide/messages.js'
import { NEW_PASSWORD } from '#src/lib/proof-way.ts'
import { loggable } from '#src/server/loggable.server.ts'
import { noteStepUp, requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { BackendRedirect } from './backend-redirect.ts'
import { dropCookie, leaveNotice } from './cookie.server.ts'

/**
 * Converts a server function's failure to the error that the caller gets. API errors and redirects are passed on.
 * Unexpected errors are logged here, and the caller gets only a general message.
 */
export const explain = createServerOnlyFn((error: unknown): unknown => {
  if (error instanceof BackendRedirect) {
    dropCookie(error.side)
    if (error.words !== '') leaveNotice(error.words)
    return redirect({ to: error.to.path, search: error.to.query })
  }
  const { requestId, signal } = requestFacts()
  if (error instanceof BackendError) {
    // What answers the browser's request asks for the proof, so that the call is made again as it was.
    if (error.stepUp) noteStepUp(error.stepUp)
    else if (error.barred === 'passwordExpired') noteStepUp([NEW_PASSWORD])
    return withId(error, requestId)
  }
  if (error instanceof Response || isRedirect(error) || isNotFound(error)) return error
  // No client waits any more: the browser has disconnected, or has sent the same request again.
  if (signal?.aborted) runtime().log.debug({ requestId }, 'the caller went away')
  else if (isRefusedInput(error)) {
    runtime().log.warn({ requestId }, 'a server function refused its input')
    return withId(new BackendError(400, m.error_400()), requestId)
  } else runtime().log.error({ requestId, err: loggable(error) }, 'a server function failed')
  return withId(new BackendError(500, m.error_500()), requestId)
})

function withId(error: BackendError, requestId: string): BackendError {
  error.requestId ||= requestId
  return error
}

/**
 * Whether a function's schema rejected its input. The framework puts the issues into the message of a plain error. The
 * issues repeat the whole input, including passwords, so they must not be logged.
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
