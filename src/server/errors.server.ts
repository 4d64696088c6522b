import { m } from '#src/i18n/paraglide/messages.js'
import type { ErrorsAt, FieldErrors } from '#src/lib/field-errors.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import type { Labels } from '#src/resource/labels.ts'

export type ErrorCode = 302 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/**
 * The only error class of the API. `code` is the envelope's code and also the HTTP status, except that 302 has status
 * 200. Without a message of its own, the standard message of the status is used.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown
  /** Seconds to wait before a retry. Set with 429. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message?: string, data: unknown = null, retryAfter?: number) {
    super(message || statusMessage(code))
    this.name = 'AppError'
    this.code = code
    this.data = data
    this.retryAfter = retryAfter
  }
}

/** What `data.reason` of an error may be, for clients that act on it. */
export const errorReasons = [
  // 409
  'stale',
  'duplicate',
  'referenced',
  'busy',
  'count',
  'changed',
  'undone',
  'done',
  'drifted',
  'state',
  // 422
  'warnings',
  // 403
  'passwordExpired',
  'signInLimit',
  'apiToken',
  'stepUp',
  'enroll',
  // 400, of a sign-in that needs a second factor
  'factor',
  // 400, of a captcha
  'required',
  'wrong',
  'gone',
] as const

/**
 * The 409 error of a write that started from an older version of a row.
 * @param current the row as it is now
 */
export function stale(current: object, labels: Labels = {}): AppError {
  return new AppError(409, m.error_stale(), { reason: 'stale', current, labels })
}

/**
 * A 422 error with messages by field. With the type of a form, `invalid<PointLogForm>({ … })`, a misspelt field fails
 * the type check.
 */
export function invalid<TForm extends object = FieldErrors>(
  errors: ErrorsAt<keyof TForm & string>,
  message?: string,
): AppError {
  return new AppError(422, message, { errors })
}

/**
 * A 429 error with the seconds to wait. They are in the Retry-After header, and in `data.retryAfter` for clients that
 * read only the envelope.
 */
export function tooMany(seconds: number, message?: string): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new AppError(429, message, { retryAfter }, retryAfter)
}
