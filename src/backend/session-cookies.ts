import type { Side } from '#src/lib/side.ts'

/** Names of the cookies that hold each side's session id. */
export const SESSION_COOKIES = { admin: 'ys_admin', user: 'ys_user' } as const

/** The session id in a request's cookie for a side; undefined when there is none. */
export function sessionIdOf(request: Request, side: Side): string | undefined {
  const cookies = request.headers.get('cookie') ?? ''
  return new RegExp(`(?:^|;\\s*)${SESSION_COOKIES[side]}=([\\w-]+)`).exec(cookies)?.[1]
}
