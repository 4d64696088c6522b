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

/** What a failure means for the user's work, and what to do. Empty when the message itself says what to do. */
export function failureHelp(error: unknown): string {
  if (error instanceof BackendError) return error.code < 500 || error.code === 501 ? '' : m.failure_helpServer()
  return isRedirect(error) ? '' : m.failure_helpLine()
}
