import { isContractPath } from '#src/backend/contract-paths.ts'
import { contractLocale, pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { parseBlocks } from '#src/lib/address-blocks.ts'
import { readConfig } from '#src/server/config.server.ts'
import { envelope } from '#src/server/envelope.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { clientAddress } from './client-address.server.ts'

/** A load balancer or an orchestrator beside the process asks for these. */
const HEALTH = ['/healthz', '/readyz']
const LOOPBACK = parseBlocks('127.0.0.0/8\n::1')

let kept: { text: string; matches(address: string): boolean } = { text: '', matches: () => false }

/**
 * The answer to a request from an address that the configuration forbids; undefined for all others. With
 * IGNORE_FORBIDDEN_ADDRESSES the list does not apply.
 */
export async function refuseForbidden(request: Request): Promise<Response | undefined> {
  const { env, vitalDb } = runtime()
  if (env.IGNORE_FORBIDDEN_ADDRESSES || env.BACKEND_URL) return undefined
  const matches = await forbidden(vitalDb)
  const address = clientAddress(request)
  if (!matches(address)) return undefined
  const { pathname } = new URL(request.url)
  if (HEALTH.includes(pathname) && LOOPBACK(address)) return undefined
  const headers = { 'cache-control': 'no-store' }
  if (isContractPath(pathname)) {
    const msg = withLocale(contractLocale(request), () => m.config_forbidden())
    return Response.json(envelope(403, msg, null), { status: 403, headers })
  }
  const text = withLocale(pageLocale(request), () => m.config_forbidden())
  return new Response(text, { status: 403, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
}

/** The list is read from the cache of settings. While the database cannot be asked, the last known list holds. */
async function forbidden(db: ReturnType<typeof runtime>['vitalDb']): Promise<(address: string) => boolean> {
  const known = await readConfig(db, ['forbiddenAddresses']).catch(() => undefined)
  if (known && known.forbiddenAddresses !== kept.text) {
    kept = { text: known.forbiddenAddresses, matches: parseBlocks(known.forbiddenAddresses) }
  }
  return kept.matches
}
