import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { readCookie } from '#src/lib/cookie.ts'
import type { Side } from '#src/lib/side.ts'

/**
 * The cookies of the request, for user preferences that must be known before the first paint. Each page reads only its
 * own preferences, so that no page loads the code for the others.
 */
export const requestCookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)

/** Whether the request is known to come without a session of a side. A browser does not know: scripts cannot see it. */
export const hasNoSession = createIsomorphicFn()
  .server((side: Side) => readCookie(requestCookies(), SESSION_COOKIES[side]) === undefined)
  .client(() => false)
