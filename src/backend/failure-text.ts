import { isRedirect } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { BackendError } from './backend-error.ts'

/**
 * What to tell the user of a failure. A refusal says itself what to do. When the server fails or cannot be reached, its
 * message is followed by what this means for the user's work, and by the number to quote, on a line of its own.
 */
export function failureText(error: unknown): string {
  const reason = failureReason(error)
  if (!hasServerFailed(error)) return reason
  const text = m.failure_safe({ reason })
  const number = failureNumber(error)
  return number ? `${text}\n${m.failure_numbered({ number })}` : text
}

/** The message for a failure alone, in the user's language. */
export function failureReason(error: unknown): string {
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
  if (!hasServerFailed(error)) return ''
  // Without a number it was a proxy that answered, so the server could not be reached.
  return failureNumber(error) ? m.failure_helpServer() : m.failure_helpLine()
}

/** The number by which an administrator finds a failure of the server in the log. Empty when there is none. */
export function failureNumber(error: unknown): string {
  return error instanceof BackendError && hasServerFailed(error) ? error.requestId : ''
}

/** Whether the server failed or did not answer. A refusal, and a call that is not built yet, are answers. */
export function hasServerFailed(error: unknown): boolean {
  if (error instanceof BackendError) return error.code === 408 || (error.code >= 500 && error.code !== 501)
  return !isRedirect(error)
}
