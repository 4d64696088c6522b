import * as client from 'openid-client'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import type { ApiDeps } from '#src/server/context.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'
import { unseal } from '#src/server/seal.server.ts'
import { sealedFor } from '#src/server/write/hash-secrets.server.ts'
import { issuerError } from './provider.rules.server.ts'
import type { ProviderRow } from './provider.schema.ts'

/** Milliseconds and bytes. Somebody waits in front of a white page, and no answer of a provider is long. */
const LIMITS = { connect: 4000, headers: 6000, whole: 8000, bytes: 512 * 1024 }

/** What a provider says of itself is asked for again after ten minutes. */
const kept = processCache<client.Configuration>({ maxAge: 10 * 60_000 })

export type Connection = Pick<ProviderRow, 'issuer' | 'clientId'> & { secret: string }

/** The client of a stored provider, which is asked first what it is. @throws what `discover` throws */
export async function openIdOf(deps: ApiDeps, row: ProviderRow): Promise<client.Configuration> {
  const key = `${row.id}:${row.version}:${row.issuer}`
  return kept.get(key) ?? kept.set(key, await discover(deps, { ...row, secret: clientSecretOf(deps, row) }))
}

/** The secret of a provider in plain text; empty when there is none, or when it was sealed with another site secret. */
function clientSecretOf({ secret }: ApiDeps, { clientSecret }: ProviderRow): string {
  return (clientSecret && unseal(secret, sealedFor('provider', 'clientSecret'), clientSecret)) || ''
}

/**
 * Asks a provider what it is, and checks that it is who it says. All its signatures are checked, also of what comes
 * over TLS.
 * @throws Error of openid-client; OutgoingError
 */
export async function discover(
  { outgoing }: Pick<ApiDeps, 'outgoing'>,
  { issuer, clientId, secret }: Connection,
): Promise<client.Configuration> {
  const wrong = issuerError(issuer)
  if (wrong) throw new OutgoingError('address', '', wrong)
  const url = new URL(issuer)
  const plain = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  return client.discovery(url, clientId, undefined, secret === '' ? client.None() : secretAuth(secret), {
    [client.customFetch]: fetchWith(outgoing),
    timeout: LIMITS.whole / 1000,
    execute: [...plain, client.enableNonRepudiationChecks],
  })
}

/** Requests of the library, through the one client for other machines. */
export function fetchWith(outgoing: ApiDeps['outgoing']): client.CustomFetch {
  return async (url, { method, headers, body, signal }) =>
    outgoing(url, {
      method,
      headers: new Headers(headers),
      body: body === undefined || body === null ? null : String(body),
      limits: LIMITS,
      ...(signal ? { signal } : {}),
    })
}

/** The secret goes where the provider wants it; by default in the header, as the standard says. */
function secretAuth(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const inForm = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (inForm ? post : basic)(server, ...rest)
  }
}
