import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { DEVICE_HEADER } from '#src/server/notices/devices.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { type BrowserSession, refreshSession } from './browser-session.server.ts'
import type { Credentials, Reply, TokenCall } from './call.ts'
import { backend } from './kind.server.ts'
import { statusText } from './status-text.ts'
import type { TokenSet } from './token-set.ts'
import { commonHeaders, readReply, send } from './transport.server.ts'

/** The grant of a second factor, or of a passkey in place of a password. */
const FACTOR_GRANT = 'urn:yardstick:oauth:grant-type:factor'

/** The token endpoint, the same for every kind of back end. */
const TOKEN_PATH = '/auth/oauth/token'

// RFC 6749 rejects with 400 and 401, pig with 426.
const CLEAR_NO = new Set([400, 401, 403, 426])

const refusal = v.object({
  msg: v.optional(v.nullable(v.string())),
  error_description: v.optional(v.string()),
  data: v.optional(v.unknown()),
})

/**
 * Signs in with a password.
 * @param device the id that the browser keeps, if a browser signs in
 * @throws BackendError with the server's message
 */
export async function passwordGrant(side: Side, credentials: Credentials, device?: string): Promise<TokenSet> {
  const reply = await tokenCall(side, backend().passwordCall(credentials), device)
  const tokens = reply.status === 200 ? backend().readTokens(reply.body) : undefined
  if (tokens) return tokens
  throw refused(reply)
}

/**
 * Ends a begun sign-in with the second factor, or signs in with a passkey.
 * @throws BackendError with the server's message
 */
export async function factorGrant(side: Side, form: Record<string, string>, device: string): Promise<TokenSet> {
  const reply = await tokenCall(side, { query: { grant_type: FACTOR_GRANT, scope: 'server' }, form }, device)
  const tokens = reply.status === 200 ? backend().readTokens(reply.body) : undefined
  if (tokens) return tokens
  throw refused(reply)
}

const refreshing = new Map<string, Promise<TokenSet | undefined>>()

/**
 * New tokens for a session whose access token was rejected; undefined when the session has ended. All requests of this
 * process that find the same token expired share one refresh. Other processes wait for it at the session's row lock. A
 * cancelled request does not cancel the refresh, because all requests share it.
 * @throws BackendError when the back end gives no clear answer; the session goes on
 */
export function refreshOnce(session: BrowserSession): Promise<TokenSet | undefined> {
  const stale = session.tokens.token
  const key = `${session.id}:${stale}`
  let pending = refreshing.get(key)
  if (!pending) {
    pending = refreshSession(session, stale, (tokens) => exchange(session.side, tokens)).finally(() =>
      refreshing.delete(key),
    )
    // All waiting requests may have been cancelled when it fails; this avoids an unhandled rejection.
    pending.catch(() => undefined)
    refreshing.set(key, pending)
  }
  return pending
}

async function exchange(side: Side, before: TokenSet): Promise<TokenSet | undefined> {
  const reply = await tokenCall(side, backend().refreshCall(before.refresh_token))
  const tokens = reply.status === 200 ? backend().readTokens(reply.body, before) : undefined
  if (tokens) return tokens
  // Only a clear rejection ends the session: a back end that is down or busy must not sign users out.
  if (CLEAR_NO.has(reply.status)) return undefined
  const verdict = backend().verdict(reply)
  if (reply.status === 200 && verdict.kind === 'expired') return undefined
  throw refused(reply)
}

/** Sends a token request: without a token, with the side's fixed Basic header. */
async function tokenCall(side: Side, { query, form }: TokenCall, device?: string): Promise<Reply> {
  const { env } = runtime()
  const client = side === 'admin' ? env.OAUTH_ADMIN_CLIENT : env.OAUTH_USER_CLIENT
  const headers = commonHeaders()
  headers.set('authorization', `Basic ${Buffer.from(client).toString('base64')}`)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  if (device) headers.set(DEVICE_HEADER, device)
  const body = new URLSearchParams(form).toString()
  return send(`${TOKEN_PATH}?${new URLSearchParams(query)}`, { method: 'POST', headers, body }, readReply)
}

function refused({ status, body }: Reply): BackendError {
  const said = v.safeParse(refusal, body)
  const code = status < 300 ? 502 : status
  if (!said.success) return new BackendError(code, statusText(code, TOKEN_PATH))
  const { msg, error_description, data = null } = said.output
  const sentence = msg || error_description || (status < 300 ? m.error_other() : statusText(status, TOKEN_PATH))
  return new BackendError(status < 300 ? 400 : status, sentence, data)
}
