import { deleteCookie, getCookie, getRequest, setCookie } from '@tanstack/react-start/server'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import { type BrowserSession, createSession, endSession, findSession } from './browser-session.server.ts'
import { NOTICE_COOKIE, noticeValue } from './redirect-notice.ts'
import { DEVICE_COOKIE, deviceIdFrom, SESSION_COOKIES } from './session-cookies.ts'
import type { TokenSet } from './token-set.ts'

// The maximum lifetime of a cookie in browsers. The database decides when the session ends.
const KEEP_SECONDS = 400 * 24 * 3600

/** The session of the browser that sent the current request. */
export async function readSession(side: Side): Promise<BrowserSession | undefined> {
  const id = getCookie(SESSION_COOKIES[side])
  return id ? findSession(runtime().vitalDb, side, id) : undefined
}

/** Like `readSession`, but the session is required. @throws BackendError 401 */
export async function requireSession(side: Side): Promise<BrowserSession> {
  const session = await readSession(side)
  if (!session) throw new BackendError(401, m.error_sessionExpired())
  return session
}

/** Starts a session. An earlier session of the same side and browser ends. */
export async function beginSession(side: Side, tokens: TokenSet, keep: boolean): Promise<BrowserSession> {
  const { vitalDb: db, env } = runtime()
  const earlier = getCookie(SESSION_COOKIES[side])
  if (earlier) await endSession(db, earlier)
  const id = await createSession(db, side, tokens, keep ? env.REFRESH_TOKEN_KEEP_SECONDS : env.REFRESH_TOKEN_SECONDS)
  setCookie(SESSION_COOKIES[side], id, { ...cookieOptions(), ...(keep ? { maxAge: KEEP_SECONDS } : {}) })
  return { id, side, tokens }
}

/** The id by which sign-ins recognize this browser; a new one when it has none. */
export function deviceId(): string {
  return deviceIdFrom(getCookie(DEVICE_COOKIE))
}

/** Keeps the id in the browser, which signing out does not remove. It lets nobody in. */
export function keepDevice(id: string): void {
  setCookie(DEVICE_COOKIE, id, { ...cookieOptions(), maxAge: KEEP_SECONDS })
}

export async function dropSession(session: BrowserSession): Promise<void> {
  await endSession(runtime().vitalDb, session.id)
  dropCookie(session.side)
}

/** Deletes the cookie of a session that has already ended. */
export function dropCookie(side: Side): void {
  deleteCookie(SESSION_COOKIES[side], cookieOptions())
}

/** Passes words on to the page that a redirect leads to. Its script reads them, so this cookie is not HttpOnly. */
export function leaveNotice(words: string): void {
  const { encode, maxAge } = { encode: noticeValue, maxAge: 60 }
  setCookie(NOTICE_COOKIE, words, { path: '/', sameSite: 'lax', maxAge, encode })
}

function cookieOptions() {
  const secure = new URL(getRequest().url).protocol === 'https:'
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
}
