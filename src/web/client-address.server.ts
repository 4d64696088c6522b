import { env } from '#src/lib/env.ts'

/**
 * The address of the caller; what a proxy says of it counts only with TRUST_PROXY, and then the last entry: the proxy
 * wrote that one itself, while whatever stands before it may be the caller's own invention.
 */
export function clientAddress(request: Request): string {
  if (env().TRUST_PROXY) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    if (forwarded) return forwarded.slice(0, 64)
  }
  // srvx puts the peer's address on the request.
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : ''
}
