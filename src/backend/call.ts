import type { Side } from '#src/lib/side.ts'
import type { TokenSet } from './token-set.ts'

/** One call of the API contract. */
export type BackendCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: URLSearchParams
  body?: unknown
  idempotencyKey?: string
  /** Cancels the call; by default the signal of the browser's own request. */
  signal?: AbortSignal
  /** This process answers the call, whatever back end is configured. */
  local?: boolean
  /** The id that the browser keeps, for a call that signs it in. */
  device?: string
}

/** A successful response: its data and its message. The message of a write is never empty. */
export type Answer = { data: unknown; msg: string }

/** The HTTP response. `body` is null when it was not JSON. */
export type Reply = { status: number; body: unknown }

/** The meaning of a back end's response. */
export type Verdict =
  | { kind: 'ok'; data: unknown; msg: string }
  /** The access token is no longer valid: refresh it and send the call again. */
  | { kind: 'expired'; msg: string }
  /** The session has ended and the user must go to another page. */
  | { kind: 'redirect'; data: unknown; msg: string }
  | { kind: 'refused'; code: number; msg: string; data: unknown }

/** A token request: `form` is sent as the body, `query` in the URL. */
export type TokenCall = { query: Record<string, string>; form: Record<string, string> }

/** The input of a sign-in. `captcha` holds all further fields that the back end requires. */
export type Credentials = { username: string; password: string; keep: boolean; captcha?: Record<string, string> }

/**
 * The HTTP calls that implement one call of the contract, and the function that combines their data into one result.
 */
export type Plan = { calls: BackendCall[]; combine?: (answers: unknown[]) => unknown }

/** The protocol of one kind of back end. The configuration selects it; it is never guessed from a response. */
export type Backend = {
  /** @throws BackendError 501 for a call that this kind of back end does not support */
  plan(call: BackendCall, side: Side | undefined): Plan
  verdict(reply: Reply): Verdict
  authorization(tokens: TokenSet): string
  passwordCall(credentials: Credentials): TokenCall
  refreshCall(refreshToken: string): TokenCall
  /** The tokens of a response; undefined when there are none. */
  readTokens(answer: unknown, before?: TokenSet): TokenSet | undefined
  /** HTTP statuses of a stream request that mean that the token has expired. */
  expiredStatuses: readonly number[]
}
