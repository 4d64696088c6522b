import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { type BrowserSession, createSession, endSession, findSession } from './browser-session.server.ts'
import { sessionIdOf } from './session-cookies.ts'
import type { TokenSet } from './token-set.ts'

// Sessions for what answers browsers beside the pages, where Start's cookies are not at hand.

/** The session of the browser that sent a request. @throws BackendError 401 without one */
export async function sessionOfRequest(request: Request, side: Side): Promise<BrowserSession> {
  const id = sessionIdOf(request, side)
  const session = id ? await findSession(runtime().vitalDb, side, id) : undefined
  if (!session) throw new BackendError(401, m.error_sessionExpired())
  return session
}

/** Starts a session that ends with the browser. An earlier one of the same side and browser ends. */
export async function startRequestSession(request: Request, side: Side, tokens: TokenSet): Promise<BrowserSession> {
  const { vitalDb: db, env } = runtime()
  const earlier = sessionIdOf(request, side)
  if (earlier) await endSession(db, earlier)
  const id = await createSession(db, side, tokens, env.REFRESH_TOKEN_SECONDS)
  return { id, side, tokens }
}
