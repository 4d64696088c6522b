import { withoutPort } from '#src/lib/address-blocks.ts'
import { env } from '#src/lib/env.ts'

/**
 * The address of the client. Proxy headers count only with TRUST_PROXY, and then only the last entry. The proxy wrote
 * that entry itself, but the client can forge the entries before it.
 */
export function clientAddress(request: Request): string {
  if (env().TRUST_PROXY) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    if (forwarded) return withoutPort(forwarded).slice(0, 64)
  }
  // srvx puts the peer's address on the request.
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : ''
}
