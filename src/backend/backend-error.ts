import type { FieldErrors } from '#src/lib/field-errors.ts'

/** The reason of a 409: the row has changed since, a value is taken, or the row is in use. */
export type ConflictReason = 'stale' | 'duplicate' | 'referenced'

/** An API error as the screens see it. It keeps its fields when it is sent to the browser (see app/start.ts). */
export class BackendError extends Error {
  readonly code: number
  readonly data: unknown
  /** The id of the failed request, by which its log lines can be found. Empty when it is not known. */
  requestId = ''

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'BackendError'
    this.code = code
    this.data = data
  }

  /** Messages by field path, when the error concerns fields. */
  get fieldErrors(): FieldErrors {
    const errors = property(this.data, 'errors')
    if (typeof errors !== 'object' || errors === null) return {}
    return Object.fromEntries(
      Object.entries(errors).map(([path, texts]) => [path, Array.isArray(texts) ? texts.map(String) : [String(texts)]]),
    )
  }

  /** The call is guarded: it needs a captcha, or the given captcha was not accepted. */
  get wantsCaptcha(): boolean {
    return property(this.data, 'captcha') === true
  }

  /** Why the user is signed in and can do nothing: the password is too old, or a role does not allow place or time. */
  get barred(): 'passwordExpired' | 'signInLimit' | undefined {
    const reason = property(this.data, 'reason')
    return reason === 'passwordExpired' || reason === 'signInLimit' ? reason : undefined
  }

  /** The sign-in has begun and needs a second factor: its token, and the ways of the account. */
  get wantsFactor(): { token: string; ways: readonly string[] } | undefined {
    const [token, ways] = [property(this.data, 'mfa_token'), property(this.data, 'ways')]
    return typeof token === 'string' && Array.isArray(ways) ? { token, ways: ways.map(String) } : undefined
  }

  /** The ways in which the person can prove who they are, when the call needs that. */
  get stepUp(): readonly string[] | undefined {
    const ways = property(this.data, 'ways')
    return this.code === 403 && property(this.data, 'reason') === 'stepUp' && Array.isArray(ways)
      ? ways.map(String)
      : undefined
  }

  /** The reason of a 409. */
  get reason(): ConflictReason | undefined {
    const reason = property(this.data, 'reason')
    return reason === 'stale' || reason === 'duplicate' || reason === 'referenced' ? reason : undefined
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
