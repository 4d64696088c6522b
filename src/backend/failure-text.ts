import { isRedirect } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { BackendError } from './backend-error.ts'

/** The message for a failure, in the user's language. */
export function failureText(error: unknown): string {
  if (error instanceof BackendError) return error.message
  if (isRedirect(error)) return m.error_302()
  if (error instanceof Error && error.name === 'TimeoutError') return m.error_timeout()
  return lostText()
}

/** No response arrived: the message blames the user's connection when the browser is offline, else the server. */
function lostText(): string {
  return typeof navigator !== 'undefined' && navigator.onLine === false ? m.error_offline() : m.error_network()
}
