import { m } from '#src/i18n/paraglide/messages.js'
import { PERMISSION_EPOCH } from '#src/lib/permission-epoch.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { DEVICE_HEADER } from '#src/server/notices/devices.server.ts'
import { noteEpoch, requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { BackendRedirect, redirectTarget } from './backend-redirect.ts'
import { type BrowserSession, endSession } from './browser-session.server.ts'
import type { Answer, BackendCall, Verdict } from './call.ts'
import { refreshOnce } from './grant.server.ts'
import { backend } from './kind.server.ts'
import { statusText } from './status-text.ts'
import type { TokenSet } from './token-set.ts'
import { commonHeaders, orEnd, readReply, send } from './transport.server.ts'

/**
 * Sends one call of the contract for a signed-in browser. A rejected token is refreshed once for all waiting calls of
 * the session. The call is then sent again with the new token.
 * @throws BackendError; 401 when the session has ended
 * @throws BackendRedirect when the back end ends the session and names another page
 */
export async function callApi(session: BrowserSession, call: BackendCall): Promise<Answer> {
  return perform(call, session)
}

/** Sends one call of the contract that needs no session. @throws BackendError */
export async function callPublic(call: BackendCall): Promise<Answer> {
  return perform(call, undefined)
}

async function perform(call: BackendCall, session: BrowserSession | undefined): Promise<Answer> {
  const { calls, combine } = backend().plan(call, session?.side)
  const signal = call.signal ?? requestFacts().signal
  const answers: Answer[] = []
  for (const one of calls) {
    const wire = { ...one, signal }
    const verdict = await (session && !one.local ? authorized(session, wire) : request(wire))
    answers.push(await settle(verdict, wire, session))
  }
  const said = answers.at(-1)?.msg ?? ''
  const data = combine ? combine(answers.map((answer) => answer.data)) : answers[0]?.data
  // Every write answers with a message.
  return { data: data ?? null, msg: said || (call.method === 'GET' ? '' : m.success_operation()) }
}

async function authorized(session: BrowserSession, call: BackendCall): Promise<Verdict> {
  const first = await request(call, session, session.tokens)
  if (first.kind !== 'expired') return first
  const fresh = await orEnd(refreshOnce(session), call.signal)
  if (!fresh) throw new BackendError(401, m.error_sessionExpired())
  session.tokens = fresh
  return request(call, session, fresh, true)
}

/** @param replayed the call is sent again with a refreshed token; the token is then also sent in a second header */
async function request(
  call: BackendCall,
  session?: BrowserSession,
  tokens?: TokenSet,
  replayed = false,
): Promise<Verdict> {
  const headers = commonHeaders()
  if (session && tokens) {
    headers.set('authorization', backend().authorization(tokens))
    if (session.proof) headers.set(PROOF_HEADER, session.proof)
    if (replayed) headers.set(session.side === 'admin' ? 'batoken' : 'ba-user-token', tokens.token)
  }
  if (call.device) headers.set(DEVICE_HEADER, call.device)
  if (call.idempotencyKey) headers.set('idempotency-key', call.idempotencyKey)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  const query = call.query && call.query.size > 0 ? `?${call.query}` : ''
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const { method, signal, local } = call
  const reply = await send(call.path + query, { method, headers, body, signal, local }, (answer) => {
    if (session) noteEpoch(session.side, answer.headers.get(PERMISSION_EPOCH))
    return readReply(answer)
  })
  return backend().verdict(reply)
}

async function settle(verdict: Verdict, call: BackendCall, session: BrowserSession | undefined): Promise<Answer> {
  switch (verdict.kind) {
    case 'ok':
      return { data: verdict.data, msg: verdict.msg }
    case 'expired':
      throw new BackendError(401, verdict.msg || statusText(401, call.path))
    case 'refused':
      throw new BackendError(verdict.code, verdict.msg || statusText(verdict.code, call.path), verdict.data)
    case 'redirect': {
      if (!session) throw new BackendError(302, verdict.msg || statusText(302, call.path))
      await endSession(runtime().vitalDb, session.id)
      throw new BackendRedirect(session.side, redirectTarget(verdict.data, session.side), verdict.msg)
    }
  }
}
