import { isRedirect } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { BackendError } from './backend-error.ts'

/** A failure as a sentence for the person at the screen, in their language (specification 8). */
export function failureText(error: unknown): string {
  if (error instanceof BackendError) return error.message
  if (isRedirect(error)) return m.error_302()
  if (error instanceof Error && error.name === 'TimeoutError') return m.error_timeout()
  return lostText()
}

/** Nobody answered: the server's fault when we are online, else ours. */
function lostText(): string {
  return typeof navigator !== 'undefined' && navigator.onLine === false ? m.error_offline() : m.error_network()
}
