import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { type BrowserSession, refreshSession } from './browser-session.server.ts'
import { readTokenAnswer, type Side, type TokenSet } from './token-set.ts'
import { send } from './transport.server.ts'

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: URLSearchParams
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Answer = { data: unknown; msg: string }

const envelopeSchema = v.object({
  code: v.number(),
  msg: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
})

/**
 * One call of the contract for a signed-in browser. A refused token is refreshed once for the session, whoever else is
 * waiting for it, and the call is sent again with the new one.
 * @throws BackendError; 401 when the session has ended
 */
export async function callApi(session: BrowserSession, call: Call): Promise<Answer> {
  const answer = await request(call, session.side, session.tokens)
  if (answer.code !== 401) return success(answer)
  const fresh = await refreshOnce(session)
  if (!fresh) throw new BackendError(401, m.error_sessionExpired())
  session.tokens = fresh
  return success(await request(call, session.side, fresh, true))
}

/** One call of the contract that needs nobody signed in. @throws BackendError */
export async function callPublic(call: Call): Promise<Answer> {
  return success(await request(call))
}

/** Signs in with a password. @throws BackendError with the server's sentence */
export async function passwordGrant(
  side: Side,
  form: { username: string; password: string; keep: boolean },
): Promise<TokenSet> {
  const body = new URLSearchParams({
    username: form.username,
    password: form.password,
    ...(form.keep ? { keep: '1' } : {}),
  })
  const { answer, status } = await tokenCall(side, 'password', body)
  const tokens = readTokenAnswer(answer)
  if (tokens) return tokens
  const refusal = v.safeParse(v.object({ msg: v.string() }), answer)
  throw new BackendError(status, refusal.success ? refusal.output.msg : statusMessage(status))
}

const refreshing = new Map<string, Promise<TokenSet | undefined>>()

/** All requests of this process that find the same session's token expired share one refresh. */
function refreshOnce(session: BrowserSession): Promise<TokenSet | undefined> {
  const key = `${session.id}:${session.tokens.token}`
  let pending = refreshing.get(key)
  if (!pending) {
    pending = refreshSession(session, session.tokens.token, async (tokens) => {
      const { answer, status } = await tokenCall(
        session.side,
        'refresh_token',
        new URLSearchParams({ refresh_token: tokens.refresh_token }),
      )
      // Only a clear no ends the session: a back end that is down must not sign people out.
      if (status >= 500) throw new BackendError(status, statusMessage(status))
      return readTokenAnswer(answer, tokens)
    }).finally(() => refreshing.delete(key))
    refreshing.set(key, pending)
  }
  return pending
}

async function tokenCall(side: Side, grant: 'password' | 'refresh_token', body: URLSearchParams) {
  const { env } = runtime()
  const client = side === 'admin' ? env.OAUTH_ADMIN_CLIENT : env.OAUTH_USER_CLIENT
  const headers = commonHeaders()
  headers.set('authorization', `Basic ${Buffer.from(client).toString('base64')}`)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  const response = await reach(`/auth/oauth/token?grant_type=${grant}&scope=server`, {
    method: 'POST',
    headers,
    body: body.toString(),
  })
  const answer: unknown = await response.json().catch(() => null)
  return { answer, status: response.status }
}

/** @param replayed the call is sent again with a refreshed token, which then also travels in a header of its own */
async function request(call: Call, side?: Side, tokens?: TokenSet, replayed = false) {
  const headers = commonHeaders()
  if (side && tokens) headers.set('authorization', `${tokens.token_type} ${tokens.token}`)
  if (replayed && tokens) headers.set(side === 'admin' ? 'batoken' : 'ba-user-token', tokens.token)
  if (call.idempotencyKey) headers.set('idempotency-key', call.idempotencyKey)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  const query = call.query && [...call.query].length > 0 ? `?${call.query}` : ''
  const response = await reach(call.path + query, {
    method: call.method,
    headers,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    signal: call.signal,
  })
  const parsed = v.safeParse(envelopeSchema, await response.json().catch(() => null))
  if (parsed.success)
    return { code: parsed.output.code, msg: parsed.output.msg ?? '', data: parsed.output.data ?? null, path: call.path }
  return { code: response.ok ? 502 : response.status, msg: '', data: null, path: call.path }
}

function success(answer: Awaited<ReturnType<typeof request>>): Answer {
  if (answer.code === 200) return { data: answer.data, msg: answer.msg }
  throw new BackendError(answer.code, answer.msg || statusMessage(answer.code, answer.path), answer.data)
}

function commonHeaders(): Headers {
  return new Headers({ accept: 'application/json', 'accept-language': getLocale(), server: 'true' })
}

/** Sends, and turns "nobody answers" and "too late" into the specification's sentences. */
async function reach(path: string, init: RequestInit & { headers: Headers }): Promise<Response> {
  try {
    return await send(path, init)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new BackendError(408, m.error_timeout())
    if (error instanceof Error && error.name === 'AbortError') throw error
    runtime().log.error({ path, err: error }, 'the back end did not answer')
    throw new BackendError(503, m.error_network())
  }
}
