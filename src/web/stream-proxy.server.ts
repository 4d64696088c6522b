import { BackendError } from '#src/backend/backend-error.ts'
import { BackendRedirect } from '#src/backend/backend-redirect.ts'
import { type BrowserSession, findSession } from '#src/backend/browser-session.server.ts'
import { callApi } from '#src/backend/client.server.ts'
import { isStoragePath, sideOf, streamPath } from '#src/backend/contract-paths.ts'
import { refreshOnce } from '#src/backend/grant.server.ts'
import { backend } from '#src/backend/kind.server.ts'
import { sessionIdOf } from '#src/backend/session-cookies.ts'
import { backendUrl } from '#src/backend/transport.server.ts'
import { contractLocale, pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import type { Side } from '#src/lib/side.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { envelope } from '#src/server/envelope.server.ts'
import { outgoing } from '#src/server/outgoing/outgoing.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { clientAddress } from './client-address.server.ts'
import { isSameOrigin } from './same-origin.server.ts'
import { answerHeaders, streamHeaders } from './stream-headers.server.ts'

/** Milliseconds for a connection to the back end. */
const CONNECT_MS = 10_000

/**
 * Forwards a streaming request of a page (upload, download, event stream) to the HTTP API. The session cookie of the
 * path's side becomes that side's Authorization header. A request with its own Authorization header keeps it, and its
 * cookies are ignored.
 * @param pathname the path of the request
 * @returns undefined when nothing has to be forwarded: this process responds itself
 */
export async function proxyStream(request: Request, pathname: string): Promise<Response | undefined> {
  const rule = streamPath(pathname)
  if (!rule) return undefined
  const { env, vitalDb } = runtime()
  if (isStoragePath(pathname) && !request.headers.has('authorization')) return proxyStored(request)
  const side = sideOf(pathname)
  const id = request.headers.has('authorization') ? undefined : sessionIdOf(request, side)
  if (!id)
    return env.BACKEND_URL
      ? withLocale(contractLocale(request), () => guarded(request, () => carry(request)))
      : undefined
  return withLocale(pageLocale(request), () => {
    if (!isSameOrigin(request, { siteUrl: env.SITE_URL, open: rule.open })) return refusal(403, statusMessage(403))
    return guarded(request, async () => {
      const session = await findSession(vitalDb, side, id)
      return session ? authorized(request, session) : carry(request)
    })
  })
}

/**
 * Reads an uploaded file for a page. Everybody may read public files, so it is asked without a session first. Then the
 * sessions of both sides are tried. Another site gets what a visitor gets.
 */
async function proxyStored(request: Request): Promise<Response | undefined> {
  const { env, vitalDb } = runtime()
  const sides = sessionSides.filter((side) => sessionIdOf(request, side))
  const tried = isSameOrigin(request, { siteUrl: env.SITE_URL, open: true }) ? sides : []
  if (tried.length === 0 && !env.BACKEND_URL) return undefined
  return withLocale(pageLocale(request), () =>
    guarded(request, async () => {
      let answer = await carry(request)
      for (const side of tried) {
        if (![401, 404].includes(answer.status)) return answer
        const session = await findSession(vitalDb, side, sessionIdOf(request, side) ?? '')
        if (!session) continue
        await answer.body?.cancel()
        answer = await authorized(request, session)
      }
      // A session that has ended is none.
      return answer.status === 401 ? refusal(404, statusMessage(404)) : answer
    }),
  )
}

/** The sides in the order in which their sessions are tried. */
const sessionSides: readonly Side[] = ['admin', 'user']

async function authorized(request: Request, session: BrowserSession): Promise<Response> {
  // A body can be sent only once, so the token must be valid before sending begins.
  if (request.body) await freshen(session)
  const first = await carry(request, session)
  if (request.body || !backend().expiredStatuses.includes(first.status)) return first
  const fresh = await refreshOnce(session)
  if (!fresh) return first
  await first.body?.cancel()
  session.tokens = fresh
  return carry(request, session, true)
}

/** Makes a small request with the session's token, which refreshes an expired token. */
async function freshen(session: BrowserSession): Promise<void> {
  await callApi(session, { method: 'GET', path: session.side === 'admin' ? '/adminApi/user/info' : '/api/user/info' })
}

async function carry(request: Request, session?: BrowserSession, replayed = false): Promise<Response> {
  const { env, api } = runtime()
  const { address, requestId } = requestFacts()
  const { pathname, search } = new URL(request.url)
  const { method, body, signal } = request
  const headers = streamHeaders(request.headers, { address: clientAddress(request), requestId })
  if (session) headers.set('authorization', backend().authorization(session.tokens))
  // An event stream of a page sends no header of its own.
  if (session?.proof) headers.set(PROOF_HEADER, session.proof)
  if (session && replayed) headers.set(session.side === 'admin' ? 'batoken' : 'ba-user-token', session.tokens.token)
  if (env.BACKEND_URL) {
    // A stream may last for hours and be of any size, and a large upload is answered late.
    const limits = { connect: CONNECT_MS }
    const url = backendUrl(env.BACKEND_URL, pathname + search)
    const answer = await outgoing(url, { method, headers, body, signal, limits, raw: true })
    return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer.headers) })
  }
  const inside = new Request(request.url, { method, headers, body, signal, ...(body ? { duplex: 'half' } : {}) })
  return api.fetch(inside, { address, inProcess: false })
}

/** Converts an error before the start of a stream to an API response. */
async function guarded(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackendError) return refusal(error.code, error.message, error.data)
    if (error instanceof BackendRedirect) return Response.json(envelope(302, error.message, error.to.path))
    const { requestId } = requestFacts()
    // The client has gone, so it does not read this response. Proxies log status 499 in this case.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    runtime().log.error({ requestId, path: new URL(request.url).pathname, err: error }, 'the stream did not begin')
    return refusal(503, m.error_network())
  }
}

function refusal(code: number, msg: string, data: unknown = null): Response {
  return Response.json(envelope(code, msg, data), { status: code })
}
