import type { FieldErrors } from '#src/lib/field-errors.ts'
import { statusMessage } from '#src/lib/status-message.ts'

export type ErrorCode = 302 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503

/**
 * The one error of the API. `code` is both the envelope's code and the HTTP status; without a message of its own the
 * specification's sentence for that status speaks.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown
  /** Seconds to wait before trying again; set with 429. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message?: string, data: unknown = null, retryAfter?: number) {
    super(message || statusMessage(code))
    this.name = 'AppError'
    this.code = code
    this.data = data
    this.retryAfter = retryAfter
  }
}

/** 422 with its sentences at the fields they belong to. */
export function invalid(errors: FieldErrors, message?: string): AppError {
  return new AppError(422, message, { errors })
}

/** 429 with the seconds to wait: in the header, and in `data.retryAfter` for clients that read only the envelope. */
export function tooMany(seconds: number, message?: string): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new AppError(429, message, { retryAfter }, retryAfter)
}
