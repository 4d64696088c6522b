import { isNotFound, isRedirect, redirect } from '@tanstack/react-router'
import { createServerOnlyFn } from '@tanstack/react-start'
import { m } from '#src/i18n/paraglide/messages.js'
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
  else runtime().log.error({ requestId, err: error }, 'a server function failed')
  return new BackendError(500, m.error_500())
})
