import type { Side } from '#src/lib/side.ts'
import type { TokenSet } from './token-set.ts'

/** One call of the contract. */
export type BackendCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: URLSearchParams
  body?: unknown
  idempotencyKey?: string
  /** Ends the waiting; by default that of the browser's own request. */
  signal?: AbortSignal
  /** Answered by this process, whatever back end is configured. */
  local?: boolean
}

/** A success: its data, and what to say of it; a write always has something to say. */
export type Answer = { data: unknown; msg: string }

/** What came over the wire: `body` is null when it was no JSON. */
export type Reply = { status: number; body: unknown }

/** What a back end's reply means. */
export type Verdict =
  | { kind: 'ok'; data: unknown; msg: string }
  /** The access token is no good any more: refresh and send again. */
  | { kind: 'expired'; msg: string }
  /** The session is over and the person has to go elsewhere. */
  | { kind: 'redirect'; data: unknown; msg: string }
  | { kind: 'refused'; code: number; msg: string; data: unknown }

/** A token call: `form` is sent as the body, `query` in the address. */
export type TokenCall = { query: Record<string, string>; form: Record<string, string> }

/** What a person signs in with; `captcha` names whatever else the back end asks for. */
export type Credentials = { username: string; password: string; keep: boolean; captcha?: Record<string, string> }

/** The wire calls that one of our calls becomes, and how their answers make one again. */
export type Plan = { calls: BackendCall[]; combine?: (answers: unknown[]) => unknown }

/** How a kind of back end speaks. Which one is used is configured, never guessed from an answer. */
export type Backend = {
  /** @throws BackendError 501 for what such a back end lacks */
  plan(call: BackendCall, side: Side | undefined): Plan
  verdict(reply: Reply): Verdict
  authorization(tokens: TokenSet): string
  passwordCall(credentials: Credentials): TokenCall
  refreshCall(refreshToken: string): TokenCall
  /** The tokens of an answer; undefined when there are none. */
  readTokens(answer: unknown, before?: TokenSet): TokenSet | undefined
  /** HTTP statuses by which a stream says that its token has expired. */
  expiredStatuses: readonly number[]
}
