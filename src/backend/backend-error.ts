import type { FieldErrors } from '#src/lib/field-errors.ts'

/** What a 409 says of the row: changed since, taken, or in use. */
export type ConflictReason = 'stale' | 'duplicate' | 'referenced'

/** A refusal of the API as screens see it. Survives the way to the browser (see app/start.ts). */
export class BackendError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'BackendError'
    this.code = code
    this.data = data
  }

  /** Sentences by field path, when the refusal is about fields. */
  get fieldErrors(): FieldErrors {
    const errors = property(this.data, 'errors')
    if (typeof errors !== 'object' || errors === null) return {}
    return Object.fromEntries(
      Object.entries(errors).map(([path, texts]) => [path, Array.isArray(texts) ? texts.map(String) : [String(texts)]]),
    )
  }

  /** The call is guarded: it wants a captcha, or a better one. */
  get wantsCaptcha(): boolean {
    return property(this.data, 'captcha') === true
  }

  /** Why a 409 was answered. */
  get reason(): ConflictReason | undefined {
    const reason = property(this.data, 'reason')
    return reason === 'stale' || reason === 'duplicate' || reason === 'referenced' ? reason : undefined
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
