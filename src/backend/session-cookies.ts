import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'

/** Names of the cookies that hold each side's session id. */
export const SESSION_COOKIES = { admin: 'ys_admin', user: 'ys_user' } as const

/** Name of the cookie with the id by which sign-ins recognize a browser, on both sides. */
export const DEVICE_COOKIE = 'ys_device'

/** The session id in a request's cookie for a side; undefined when there is none. */
export function sessionIdOf(request: Request, side: Side): string | undefined {
  const cookies = request.headers.get('cookie') ?? ''
  return new RegExp(`(?:^|;\\s*)${SESSION_COOKIES[side]}=([\\w-]+)`).exec(cookies)?.[1]
}

/** The id by which sign-ins recognize a browser: the one of its cookie, or a new one. */
export function deviceIdFrom(known: string | undefined): string {
  return known && /^[\w-]{16,64}$/.test(known) ? known : randomId()
}
