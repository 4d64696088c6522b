import { createServerOnlyFn } from '@tanstack/react-start'
import { m } from '#src/i18n/paraglide/messages.js'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'

/** Logs an error that nobody expected, and says no more of it than that there was one. */
export const unexpected = createServerOnlyFn((error: unknown): BackendError => {
  runtime().log.error({ requestId: requestFacts().requestId, err: error }, 'a server function failed')
  return new BackendError(500, m.error_500())
})
